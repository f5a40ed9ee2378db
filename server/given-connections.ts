/**
 * The process that listens gives each connection to a worker, and forgets it there: if the worker ends before it
 * says that it took it, Node neither closes it nor gives it to another, and whoever opened it waits forever.
 */
import type { Worker } from 'node:cluster'

/** What Node's cluster sends to a worker with a connection, and gets back. */
interface Gift {
  act?: unknown
  seq?: unknown
}
interface Reply {
  ack?: unknown
}
interface Handle {
  close: () => void
}

/**
 * Closes the connections that a worker was given and had not taken when it ended, as the system closes those that it
 * had. They aren't given to another: the worker may have answered already.
 */
export function closeUntaken({ process: child }: Pick<Worker, 'process'>): void {
  const given = new Map<unknown, Handle>()
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  child.send = (message: Gift, handle?: unknown, ...rest: unknown[]) => {
    if (message.act === 'newconn' && isHandle(handle)) given.set(message.seq, handle)
    return send(message, handle, ...rest)
  }
  child.on('internalMessage', ({ ack }: Reply) => void given.delete(ack))
  child.once('exit', () => {
    for (const handle of given.values()) handle.close()
    given.clear()
  })
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'close' in value
