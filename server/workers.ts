/** The processes that share the port (WORKERS): started, replaced when they exit, and stopped. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'

/** The delay before replacing a worker that exited early, doubled for each consecutive one. */
const minDelayMs = 500
const maxDelayMs = 30_000
/** A worker that served this long did not exit early, however it ended; it is replaced at once. */
const lastingMs = 10_000
/** How much of a worker's last output is kept, to find why it ended. */
const keptErrorLength = 8_000

/** A worker that exited before serving; the message is for the person at the terminal. */
export class WorkerStartError extends Error {
  override name = 'WorkerStartError'
}

export interface Workers {
  /** Resolves to the port once all of them listen; rejects when one can't be started. */
  port: Promise<number>
  stop: () => Promise<void>
}

interface Options {
  count: number
  /** The program that each of them runs, and extra environment variables. */
  program: string
  environment: Record<string, string>
  log: Logger
}

export function startWorkers({ count, program, environment, log }: Options): Workers {
  // The reader of our error output may be gone; that must not end the process.
  process.stderr.on('error', () => {})
  // Each worker accepts connections itself. If this process handed them out, those that a worker
  // had not taken when it died would stay open and unanswered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program, args: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false

  /** Keeps one worker running; resolves to the port once the first one listens. */
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
        // `close` comes after `exit`: all of its output has arrived.
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

/** Passes a worker's error output through to ours; returns a function that gives its end. */
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

/** Stack frames, warnings, and other lines that Node prints around an error. */
const isAroundError = /^(\s|\(|[\^}]|at |node:|file:|\/|Node\.js v|params: )/

/**
 * The line of a process's error output that best explains why it ended. Removes text in quotes after
 * a colon: there PostgreSQL prints values, which must not be logged.
 */
export function lastErrorLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !isAroundError.test(line))
  const named = lines.findLast((line) =>
    /^([\w$.]*(Error|Exception)|error|FATAL ERROR)\b/.test(line),
  )
  return (named ?? lines.at(-1))?.replace(/: ".*/, '').slice(0, 500)
}
