/** What the program serves once it has a database: file store, jobs and HTTP. */
import path from 'node:path'
import { companyOf } from '#contract/company.ts'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { localUrl, type Config } from './config/config.ts'
import { followCompany, readEntered } from './settings/company.ts'
import { senderWarnings } from './settings/mail-sender.ts'
import { connect, noTimeouts, type Connection, type Database } from './database/client.ts'
import {
  readConnectionLimit,
  shareConnections,
  type ConnectionShare,
} from './database/connection-share.ts'
import { prepareDatabase } from './first-start/prepare.ts'
import { auditSealing } from './jobs/audit-sealing.ts'
import { figureFolding } from './jobs/figure-folding.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { mailOutbox } from './jobs/mail-outbox.ts'
import { startJobs, type Job, type RunningJobs } from './jobs/runner.ts'
import { openTransport } from './mail/transport.ts'
import { describeCause } from './cli-errors.ts'
import { projectRoot } from './project-root.ts'
import { openStore } from './storage/open.ts'
import { StoreRefusedError, type FileStore } from './storage/storage.ts'
import type { StopPart } from './stop-limits.ts'
import { startWorkers } from './workers.ts'

/** What opens something that has to be closed, and wants to know of the program's end. */
export interface Lifetime {
  /** Closes it when the program ends, before what was opened earlier. */
  closeLater: (part: StopPart, close: () => Promise<unknown>) => void
  isStopping: () => boolean
  /** Called before this process takes requests. */
  isServing: () => void
}

interface Parts {
  config: Config
  log: Logger
  lifetime: Lifetime
}

/** The database of a serving process, and how many connections it may open. */
interface ServingDatabase {
  connection: Connection
  connections: number
}

/** How a process that shares the port is started: the program, and the variables that pass the database on. */
interface WorkerProgram {
  program: string
  environmentFor: (database: ServingDatabase) => Record<string, string>
}

/** Brings the database up to date, says what was made in an empty one, serves, and gives the address. */
export async function prepareAndServe(
  parts: Parts,
  connection: Connection,
  workers: WorkerProgram,
  say: (line: string) => void,
): Promise<string> {
  const { config, log } = parts
  const db = connect(connection, warnOfBreak(log), noTimeouts)
  let serving: Promise<Serve>
  try {
    const allowed = await readConnectionLimit(db)
    const share = shareConnections(config, allowed)
    serving = startServing(parts, { connection, share }, workers)
    // A start that fails has its own reason to tell.
    serving.catch(() => {})
    await prepare(parts, db, say)
    say(`Database connections: at most ${share.total}${allowed === null ? '' : ` of ${allowed}`}`)
  } finally {
    await db.$client.end()
  }
  // Only now: a failure to serve while those connections end would have nobody to catch it.
  const serve = await serving
  return serve()
}

async function prepare({ config, log }: Parts, db: Database, say: (line: string) => void) {
  const store = await openStore(config)
  await requireStore(store, log)
  // Printed now: they are already stored, and later steps can fail, as when PORT is in use.
  for (const { who, email, password } of await prepareDatabase({ db, store, config, say }))
    say(`  ${who}: ${email}  password: ${password}   (shown once)`)
  const company = companyOf(config.brand, await readEntered(db))
  for (const line of senderWarnings({ ...config, company })) say(`Warning: ${line}`)
}

/** A store that rejects us stops startup; one that is down may come back, and /readyz waits for it. */
async function requireStore(store: FileStore, log: Logger) {
  await store.check().catch((error: unknown) => {
    if (error instanceof StoreRefusedError) throw error
    const reason = error instanceof Error ? describeCause(error) : String(error)
    log.warn({ reason }, "The file store isn't responding")
  })
}

/** Serves once the database is prepared, and gives the address. */
type Serve = () => Promise<string>

/** Makes what serves, by itself or by several processes that share the port. */
async function startServing(
  parts: Parts,
  { connection, share }: { connection: Connection; share: ConnectionShare },
  workers: WorkerProgram,
): Promise<Serve> {
  const { config } = parts
  const db = openPool(parts, { connection, connections: share.jobs || share.each })
  const ofOneProcess = [housekeeping({ db, store: await openStore(config) }), figureFolding({ db })]
  return config.workers === 1
    ? makeServer(parts, db, ofOneProcess)
    : () => serveByWorkers(parts, workers, { connection, connections: share.each }, ofOneProcess)
}

/** Loads everything, and serves as one of the processes that share the port once it is told to. */
export async function serveAsWorker(
  parts: Parts,
  database: ServingDatabase,
  toldToServe: Promise<void>,
): Promise<string> {
  const serve = await makeServer(parts, openPool(parts, database))
  await toldToServe
  return serve()
}

function openPool(
  { log, lifetime }: Parts,
  { connection, connections }: ServingDatabase,
): Database {
  const onStandby = (isAway: boolean) =>
    isAway
      ? log.warn('Waiting for the standby: changes are refused, reads go on')
      : log.info('The standby is back: changes are accepted again')
  const db = connect(connection, warnOfBreak(log), { connections, onStandby })
  lifetime.closeLater('connections', () => db.$client.end())
  return db
}

const warnOfBreak = (log: Logger) => (error: Error) =>
  log.warn({ err: error }, 'A database connection broke')

/**
 * Makes what serves in this process, and runs the jobs of one that does and those `besides`. It asks the database for
 * nothing, so that it is made while that is prepared, which takes as long.
 */
async function makeServer(
  { config: settings, log, lifetime }: Parts,
  db: Database,
  besides: Job[] = [],
): Promise<Serve> {
  const { config, refreshCompany } = followCompany(settings, db)
  const outbox = mailOutbox({ db, transport: openTransport(config), sender: config, log })
  let jobs: RunningJobs | null = null
  const services = {
    db,
    config,
    store: await openStore(config),
    kickOutbox: () => jobs?.kick(outbox.name),
    refreshCompany,
  }
  const distWeb = path.join(projectRoot, 'dist/web')
  const { isStopping } = lifetime
  const app = await createApp(services, { distWeb, logger: log, isStopping })
  return async () => {
    await refreshCompany()
    const running = (jobs = startJobs([outbox, auditSealing({ db }), ...besides], log))
    lifetime.closeLater('jobs', () => running.stop())
    // Nobody reports an error of a process that was told to stop while it started.
    if (isStopping()) throw new Error('Told to stop before it served')
    // Connections may come before the promise of `listen` has been fulfilled: a stop from now on drains them.
    lifetime.isServing()
    lifetime.closeLater('requests', () => app.close())
    return app.listen({ port: config.port, host: config.host })
  }
}

/** Starts the processes that share the port, and gives the address once all of them listen. */
async function serveByWorkers(
  { config, log, lifetime }: Parts,
  { program, environmentFor }: WorkerProgram,
  database: ServingDatabase,
  jobs: Job[],
): Promise<string> {
  const environment = environmentFor(database)
  const workers = startWorkers({ count: config.workers, program, environment, log })
  lifetime.closeLater('workers', () => workers.stop())
  const running = startJobs(jobs, log)
  lifetime.closeLater('jobs', () => running.stop())
  return localUrl(config.host, await workers.port)
}
