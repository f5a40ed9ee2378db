/** The processes that share the port (WORKERS): started, replaced when they end, and stopped. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'

/** The wait before a worker is replaced, doubled with each one in a row that does not last. */
const shortestWaitMs = 500
const longestWaitMs = 30_000
/** A worker that served for so long did last, whatever ended it then. */
const lastingMs = 10_000
/** As much of what a worker wrote last as may hold the reason of its end. */
const keptErrorLength = 8_000

/** A worker that ended before it served; the message is for the person at the terminal. */
export class WorkerStartError extends Error {
  override name = 'WorkerStartError'
}

export interface Workers {
  /** The port, once all of them listen; fails when one can't be started. */
  port: Promise<number>
  stop: () => Promise<void>
}

interface Options {
  count: number
  /** The program that each of them runs, and what is added to its environment. */
  program: string
  environment: Record<string, string>
  log: Logger
}

export function startWorkers({ count, program, environment, log }: Options): Workers {
  cluster.setupPrimary({ exec: program, args: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  // Whoever reads our error output may be gone; that ends nobody.
  process.stderr.on('error', () => {})
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false

  /** One of them, and those that take its place; gives the port once the first listens. */
  const keep = () =>
    new Promise<number>((resolve, reject) => {
      let inARow = 0
      let hasServed = false
      const fork = () => {
        const worker = cluster.fork(environment)
        const errorText = passErrorsOn(worker)
        let listensSince = Infinity
        worker.once('listening', ({ port }) => {
          listensSince = performance.now()
          hasServed = true
          resolve(port)
        })
        // Later than its exit: all that it wrote is there.
        worker.process.once('close', (code, signal) => {
          if (isStopping) return
          const lastError = lastErrorLine(errorText())
          if (!hasServed) return reject(startError(code, signal, lastError))
          inARow = performance.now() - listensSince > lastingMs ? 1 : inARow + 1
          const restartInMs = Math.min(shortestWaitMs * 2 ** (inARow - 1), longestWaitMs)
          log.error(
            { worker: worker.process.pid, code, signal, lastError, restartInMs },
            'A worker ended; another takes its place',
          )
          const timer = setTimeout(() => timers.delete(timer) && fork(), restartInMs)
          timers.add(timer)
        })
      }
      fork()
    })

  const ports = Array.from({ length: count }, keep)
  return {
    port: Promise.all(ports).then(([port = 0]) => port),
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const ends = running.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
      for (const worker of running) worker.process.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}

/** Lets a worker's error output through to ours; gives the end of it. */
function passErrorsOn({ process: { stderr } }: Worker): () => string {
  let text = ''
  stderr?.setEncoding('utf8').on('data', (part: string) => {
    process.stderr.write(part)
    text = (text + part).slice(-keptErrorLength)
  })
  return () => text
}

function startError(code: number | null, signal: string | null, lastError: string | undefined) {
  const how = signal ?? `exit code ${code}`
  return new WorkerStartError(`A worker did not start (${how})${lastError ? `: ${lastError}` : ''}`)
}

/** Places in a program, warnings, and the rest of what Node writes around an error. */
const isAroundError = /^(\s|\(|[\^}]|at |node:|file:|\/|Node\.js v|params: )/

/**
 * The line of a process's error output that says best why it ended. Without what stands between
 * quotes after a colon: there PostgreSQL names values, which belong in no log.
 */
export function lastErrorLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !isAroundError.test(line))
  const named = lines.findLast((line) =>
    /^([\w$.]*(Error|Exception)|error|FATAL ERROR)\b/.test(line),
  )
  return (named ?? lines.at(-1))?.replace(/: ".*/, '').slice(0, 500)
}
