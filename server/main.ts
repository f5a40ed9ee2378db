/** The server's entry point: reads the settings, opens the database, and shuts down cleanly. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino, type Logger } from 'pino'
import { describeForOperator } from './cli-errors.ts'
import { loadEnvironment, readConfig, type Config } from './config/config.ts'
import { settingWarnings } from './config/warnings.ts'
import type { Connection } from './database/client.ts'
import { shareConnections } from './database/connection-share.ts'
import { startEmbeddedPostgres } from './database/embedded/postgres.ts'
import { logOptions } from './log.ts'
import { projectRoot } from './project-root.ts'
import { prepare, serve, serveByWorkers, type Lifetime } from './serve.ts'
import {
  closeInTime,
  stopLimitsMs,
  wholeStopMs,
  workerStopMs,
  type StopPart,
} from './stop-limits.ts'

/** The environment variable in which workers receive the database connection and their connection limit. */
const connectionVariable = 'PARIPASSU_WORKER_DATABASE'

const opened: { part: StopPart; close: () => Promise<unknown> }[] = []
let stopping = false
/** DRAIN_SECONDS in milliseconds. Before shutting down, processes that handle requests wait this long. */
let drainMs = 0
let isServing = false

const lifetime: Lifetime = {
  closeLater: (part, close) => opened.push({ part, close }),
  isStopping: () => stopping,
  isServing: () => {
    isServing = true
  },
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main() {
  const environment = loadEnvironment(projectRoot)
  const config = readConfig(environment, projectRoot)
  const log = pino(logOptions(config.logLevel))
  drainMs = config.drainSeconds * 1000
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // Ctrl-C and service managers signal every process, and the parent process signals its workers again. SIGHUP only
      // means that the terminal was closed or that npm exited after passing on a signal.
      if (stopping && (cluster.isWorker || signal === 'SIGHUP')) return
      void stop(0, log, { signal })
    })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'Unexpected error')
    void stop(1, log)
  })
  const parts = { config, log, lifetime }
  const handedOver = environment[connectionVariable]
  if (cluster.isWorker && handedOver) {
    // Workers must exit if the parent process is killed.
    cluster.worker?.on('disconnect', () => void stop(0, log))
    await serve(parts, JSON.parse(handedOver), { isAlone: false })
    return
  }
  await requireFreePort(config)
  for (const line of settingWarnings(projectRoot, config)) say(`Warning: ${line}`)
  const connection = await openDatabase(config, log)
  const share = await prepare(parts, connection, say)
  const workers = {
    program: fileURLToPath(import.meta.url),
    environmentFor: (database: object) => ({ [connectionVariable]: JSON.stringify(database) }),
  }
  const address =
    config.workers === 1
      ? await serve(parts, { connection, connections: share.each }, { isAlone: true })
      : await serveByWorkers(parts, connection, share, workers)
  say(`Paripassu is ready at ${config.port === 0 ? address : config.publicUrl}`)
}

/**
 * Fails if the later `listen` would fail. The first start prints passwords that are shown only once, so this check
 * comes first.
 */
async function requireFreePort({ port, host }: Config) {
  const server = createServer((socket) => socket.destroy()).listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

async function openDatabase(config: Config, log: Logger): Promise<Connection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  say('Starting the embedded PostgreSQL …')
  const postgres = await startEmbeddedPostgres({
    dir: path.join(config.dataDir, 'postgres'),
    log: (message) => log.warn({ part: 'postgres' }, message),
    settings: {
      max_connections: String(shareConnections(config, null).total + reservedConnections),
    },
  })
  lifetime.closeLater('database', () => postgres.stop())
  postgres.onGone((reason) => {
    log.fatal({ part: 'postgres' }, reason)
    void stop(1, log)
  })
  return postgres.connection
}

const reservedConnections = 30

/**
 * Closes everything in reverse order. Before that, /readyz announces the shutdown for DRAIN_SECONDS so that proxies
 * stop sending requests. A second signal exits immediately.
 */
async function stop(code: number, log: Logger, why: { signal?: NodeJS.Signals } = {}) {
  if (stopping) process.exit(code || 1)
  stopping = true
  log.info(why, 'Stopping')
  const limitMs = drainMs + (cluster.isWorker ? workerStopMs : wholeStopMs)
  const impatience = setTimeout(() => {
    log.error({ limitMs }, 'The stop took too long and is cut off')
    process.exit(code || 1)
  }, limitMs)
  impatience.unref()
  if (isServing && why.signal && why.signal !== 'SIGINT') await sleep(drainMs)
  await closeAll(log)
  log.info('Stopped')
  process.exit(code)
}

async function closeAll(log: Pick<Logger, 'warn' | 'error'>) {
  for (const { part, close } of opened.toReversed())
    // Workers also announce the shutdown during this wait.
    await closeInTime(part, close, {
      log,
      limitMs: stopLimitsMs[part] + (part === 'workers' ? drainMs : 0),
    })
}

try {
  await main()
} catch (error) {
  // Errors during shutdown aren't reported, because the process is ending anyway.
  if (!stopping) await giveUp(error)
}

async function giveUp(reason: unknown) {
  process.stderr.write(`${describeForOperator(reason)}\n`)
  const log = pino(logOptions('warn'))
  // Later failures are consequences of this failure and aren't reported.
  await closeAll({ warn: log.warn.bind(log), error: () => {} })
  process.exit(1)
}
