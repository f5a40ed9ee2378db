/**
 * When a worker process begins to serve: the process that started it tells it. A spare, which has loaded everything
 * and waits, takes the place of a worker that ends sooner than one that is only then started.
 */
import type { Worker } from 'node:cluster'

const serveMessage = 'serve'
/** Sent by a worker: what it was sent before is lost. */
const listensMessage = 'listens for its turn'

/** The argument of a spare, so that lists of processes show which one waits. */
export const spareArgument = 'spare'

/** Tells a worker to serve, now or as soon as it can be told. If it has ended meanwhile, its end says so. */
export function tellToServe(worker: Worker): void {
  const tell = () => worker.send(serveMessage, undefined, () => {})
  worker.on('message', (message: unknown) => void (message === listensMessage && tell()))
  tell()
}

/** Resolves in a worker once it is told to serve; called before it loads anything else. */
export const whenToldToServe = () =>
  new Promise<void>((resolve) => {
    process.on('message', function onMessage(message: unknown) {
      if (message !== serveMessage) return
      process.off('message', onMessage)
      const others = process.argv.filter((argument) => argument !== spareArgument)
      if (others.length < process.argv.length) process.title = others.join(' ')
      resolve()
    })
    process.send?.(listensMessage)
  })
