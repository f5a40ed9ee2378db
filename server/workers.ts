/** Starts the worker processes that share the port (WORKERS), replaces them when they exit, and stops them. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'

/** The delay before a worker that exited early is replaced. Each consecutive early exit doubles the delay. */
const minDelayMs = 500
const maxDelayMs = 30_000
/** A worker that ran for at least this long is replaced immediately, regardless of how it exited. */
const lastingMs = 10_000
const keptErrorLength = 8_000

/** Thrown if a worker exits before it is ready. The message is for the operator. */
export class WorkerStartError extends Error {
  override name = 'WorkerStartError'
}

export interface Workers {
  port: Promise<number>
  stop: () => Promise<void>
}

interface Options {
  count: number
  program: string
  environment: Record<string, string>
  log: Logger
}

export function startWorkers({ count, program, environment, log }: Options): Workers {
  // This process must keep running if the process that reads its error output exits.
  process.stderr.on('error', () => {})
  // Each worker accepts connections itself. If this process distributed them and a worker died before accepting a
  // connection, the connection would stay open without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program, args: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false

  const keep = () =>
    new Promise<number>((resolve, reject) => {
      let earlyExits = 0
      let hasServed = false
      const start = () => {
        const worker = cluster.fork(environment)
        const errorText = passErrorsOn(worker)
        let listensSince = Infinity
        worker.once('listening', ({ port }) => {
          listensSince = performance.now()
          hasServed = true
          resolve(port)
        })
        // The `close` event follows `exit` once all output has arrived.
        worker.process.once('close', (code, signal) => {
          if (isStopping) return
          const lastError = lastErrorLine(errorText())
          if (!hasServed) return reject(startError(code, signal, lastError))
          earlyExits = performance.now() - listensSince > lastingMs ? 0 : earlyExits + 1
          const restartInMs =
            earlyExits === 0 ? 0 : Math.min(minDelayMs * 2 ** (earlyExits - 1), maxDelayMs)
          log.error(
            { worker: worker.process.pid, code, signal, lastError, restartInMs },
            'A worker ended; another takes its place',
          )
          const timer = setTimeout(() => timers.delete(timer) && start(), restartInMs)
          timers.add(timer)
        })
      }
      start()
    })

  return {
    port: Promise.all(Array.from({ length: count }, keep)).then(([port = 0]) => port),
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

const isAroundError = /^(\s|\(|[\^}]|at |node:|file:|\/|Node\.js v|params: )/

/**
 * Returns the line in the error output that best explains why a process exited. Removes quoted text after a colon,
 * where PostgreSQL prints values that must not be logged.
 */
export function lastErrorLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !isAroundError.test(line))
  const named = lines.findLast((line) =>
    /^([\w$.]*(Error|Exception)|error|FATAL ERROR)\b/.test(line),
  )
  return (named ?? lines.at(-1))?.replace(/: ".*/, '').slice(0, 500)
}
