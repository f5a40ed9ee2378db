/** The program: settings, database, file store, jobs and HTTP, and their orderly end. */
import cluster from 'node:cluster'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino, type Logger } from 'pino'
import { createApp } from './app.ts'
import { loadEnvironment, localUrl, readConfig, type Config } from './config/config.ts'
import { connect, noTimeouts, type Connection, type Database } from './database/client.ts'
import {
  readConnectionLimit,
  shareConnections,
  type ConnectionShare,
} from './database/connection-share.ts'
import { startEmbeddedPostgres } from './database/embedded/postgres.ts'
import { prepareDatabase } from './first-start/prepare.ts'
import { logOptions } from './log.ts'
import { auditSealing } from './jobs/audit-sealing.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { mailOutbox } from './jobs/mail-outbox.ts'
import { startJobs, type Job } from './jobs/runner.ts'
import { openTransport } from './mail/transport.ts'
import { describeCause, describeForOperator } from './cli-errors.ts'
import { projectRoot } from './project-root.ts'
import { openStore } from './storage/open.ts'
import { StoreRefusedError, type FileStore } from './storage/storage.ts'
import { startWorkers } from './workers.ts'

/** How long requests under way may take once connections are refused. */
const finishMs = 10_000
/** Passes the database connection, and how many there may be, to the processes that share the port. */
const connectionVariable = 'PARIPASSU_WORKER_DATABASE'

interface WorkerDatabase {
  connection: Connection
  connections: number
}

/** Closes what was opened, in reverse order. */
const closers: (() => Promise<unknown>)[] = []
let stopping = false
/** DRAIN_SECONDS; each serving process waits that long before it closes anything. */
let drainMs = 0
let isServing = false

/** Prints a plain line for the person at the terminal, beside the structured log. */
const say = (line: string) => process.stdout.write(`${line}\n`)

async function main() {
  const environment = loadEnvironment(projectRoot)
  const config = readConfig(environment, projectRoot)
  const log = pino(logOptions(config.logLevel))
  drainMs = config.drainSeconds * 1000
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // Ctrl-C and service managers signal every process, and then our parent signals us again.
      // SIGHUP only means that the terminal, or the npm that passed a signal on, ended before us.
      if (stopping && (cluster.isWorker || signal === 'SIGHUP')) return
      void stop(0, log, { signal })
    })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'An error that nobody expected')
    void stop(1, log)
  })
  const handedOver = environment[connectionVariable]
  if (cluster.isWorker && handedOver) return runWorker(config, JSON.parse(handedOver), log)

  const connection = await openDatabase(config, log)
  const share = await prepare(connection, config, log)
  const db = openPool({ connection, connections: share.jobs || share.each }, log)
  const cleaning = housekeeping({ db, store: await openStore(config) })
  const address =
    config.workers === 1
      ? await serve(db, config, log, [cleaning])
      : await serveByWorkers(config, { connection, connections: share.each }, log, [cleaning])
  say(`Paripassu is ready at ${config.port === 0 ? address : config.publicUrl}`)
}

async function openDatabase(config: Config, log: Logger): Promise<Connection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  say('Starting the embedded PostgreSQL …')
  const postgres = await startEmbeddedPostgres({
    dir: path.join(config.dataDir, 'postgres'),
    log: (message) => log.info({ part: 'postgres' }, message),
    settings: { max_connections: String(shareConnections(config, null).total + spareEmbedded) },
  })
  closers.push(() => postgres.stop())
  postgres.onGone((reason) => {
    log.fatal({ part: 'postgres' }, reason)
    void stop(1, log)
  })
  return postgres.connection
}

/** Besides ours: commands such as a backup, and those that PostgreSQL reserves. */
const spareEmbedded = 30

async function prepare(
  connection: Connection,
  config: Config,
  log: Logger,
): Promise<ConnectionShare> {
  const db = connect(connection, warnOfBreak(log), noTimeouts)
  const store = await openStore(config)
  try {
    const allowed = await readConnectionLimit(db)
    const share = shareConnections(config, allowed)
    await requireStore(store, log)
    // Printed now: they are already stored, and later steps can fail, as when PORT is in use.
    for (const { who, email, password } of await prepareDatabase({ db, store, config, say }))
      say(`  ${who}: ${email}  password: ${password}   (shown once)`)
    say(`Database connections: at most ${share.total}${allowed === null ? '' : ` of ${allowed}`}`)
    return share
  } finally {
    await db.$client.end()
  }
}

/** A store that rejects us stops startup; one that is down may come back, and /readyz waits for it. */
async function requireStore(store: FileStore, log: Logger) {
  await store.check().catch((error: unknown) => {
    if (error instanceof StoreRefusedError) throw error
    const reason = error instanceof Error ? describeCause(error) : String(error)
    log.warn({ reason }, 'The file store does not answer')
  })
}

function openPool({ connection, connections }: WorkerDatabase, log: Logger): Database {
  const onStandby = (isAway: boolean) =>
    isAway
      ? log.warn('Waiting for standby: commits wait for it, so no change is taken; reads go on')
      : log.info('The standby is back; changes are taken again')
  const db = connect(connection, warnOfBreak(log), { connections, onStandby })
  closers.push(() => db.$client.end())
  return db
}

const warnOfBreak = (log: Logger) => (error: Error) =>
  log.warn({ err: error }, 'A database connection broke')

async function runWorker(config: Config, database: WorkerDatabase, log: Logger) {
  // A worker must not outlive a parent that was killed.
  cluster.worker?.on('disconnect', () => void stop(0, log))
  await serve(openPool(database, log), config, log)
}

/** Serves, runs the jobs of a process that does and those `besides`, and gives the address. */
async function serve(
  db: Database,
  config: Config,
  log: Logger,
  besides: Job[] = [],
): Promise<string> {
  const outbox = mailOutbox({ db, transport: openTransport(config), sender: config, log })
  const jobs = startJobs([outbox, auditSealing({ db }), ...besides], log)
  closers.push(() => jobs.stop())
  const services = {
    db,
    config,
    store: await openStore(config),
    kickOutbox: () => jobs.kick(outbox.name),
  }
  const distWeb = path.join(projectRoot, 'dist/web')
  const app = await createApp(services, { distWeb, logger: log, isStopping: () => stopping })
  const address = await app.listen({ port: config.port, host: config.host })
  isServing = true
  closers.push(() => app.close())
  return address
}

/** Starts the processes that share the port, and gives the address once all of them listen. */
async function serveByWorkers(config: Config, database: WorkerDatabase, log: Logger, jobs: Job[]) {
  const workers = startWorkers({
    count: config.workers,
    program: fileURLToPath(import.meta.url),
    environment: { [connectionVariable]: JSON.stringify(database) },
    log,
  })
  closers.push(() => workers.stop())
  const running = startJobs(jobs, log)
  closers.push(() => running.stop())
  return localUrl(config.host, await workers.port)
}

/**
 * Closes everything in reverse order; a second signal exits at once. A process that serves and is told
 * to stop first says so at /readyz for DRAIN_SECONDS, so that proxies send it nothing more.
 */
async function stop(code: number, log: Logger, why: { signal?: NodeJS.Signals } = {}) {
  if (stopping) process.exit(code || 1)
  stopping = true
  log.info(why, 'Stopping')
  const impatience = setTimeout(() => process.exit(code || 1), drainMs + finishMs + 20_000)
  impatience.unref()
  if (isServing && why.signal && why.signal !== 'SIGINT') await sleep(drainMs)
  for (const close of closers.toReversed())
    await withLimit(close()).catch((error: unknown) => log.error({ err: error }, 'While stopping'))
  process.exit(code)
}

/** Workers announce their end too, while this process waits for them. */
const withLimit = (work: Promise<unknown>) =>
  Promise.race([work, sleep(drainMs + finishMs, undefined, { ref: false })])

try {
  await main()
} catch (error) {
  // Errors during shutdown are not reported: the process is ending anyway.
  if (!stopping) await giveUp(error)
}

async function giveUp(reason: unknown) {
  process.stderr.write(`${describeForOperator(reason)}\n`)
  for (const close of closers.toReversed()) await withLimit(close()).catch(() => {})
  process.exit(1)
}
