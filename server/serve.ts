/** Prepares the database, and then starts the file store, the jobs, and the HTTP server. */
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
import { housekeeping } from './jobs/housekeeping.ts'
import { reminders } from './jobs/reminders.ts'
import { mailOutbox } from './jobs/mail-outbox.ts'
import { startJobs, type Job } from './jobs/runner.ts'
import { openTransport } from './mail/transport.ts'
import { describeCause } from './cli-errors.ts'
import { projectRoot } from './project-root.ts'
import { openStore } from './storage/open.ts'
import { StoreRefusedError, type FileStore } from './storage/storage.ts'
import type { StopPart } from './stop-limits.ts'
import { startWorkers } from './workers.ts'

export interface Lifetime {
  closeLater: (part: StopPart, close: () => Promise<unknown>) => void
  isStopping: () => boolean
  isServing: () => void
}

interface Parts {
  config: Config
  log: Logger
  lifetime: Lifetime
}

export interface ServingDatabase {
  connection: Connection
  connections: number
}

export async function prepare(
  { config, log }: Parts,
  connection: Connection,
  say: (line: string) => void,
): Promise<ConnectionShare> {
  const db = connect(connection, warnOfBreak(log), noTimeouts)
  try {
    const allowed = await readConnectionLimit(db)
    const share = shareConnections(config, allowed)
    const store = await openStore(config)
    await requireStore(store, log)
    // The passwords are printed now, because the accounts are already stored and later steps can fail.
    for (const { who, email, password } of await prepareDatabase({ db, store, config, say }))
      say(`  ${who}: ${email}  password: ${password}   (shown once)`)
    const company = companyOf(config.brand, await readEntered(db))
    for (const line of senderWarnings({ ...config, company })) say(`Warning: ${line}`)
    say(`Database connections: at most ${share.total}${allowed === null ? '' : ` of ${allowed}`}`)
    return share
  } finally {
    await db.$client.end()
  }
}

/**
 * Prevents startup if the store reports a configuration error. A store that is down can recover, so only /readyz waits
 * for it.
 */
async function requireStore(store: FileStore, log: Logger) {
  await store.check().catch((error: unknown) => {
    if (error instanceof StoreRefusedError) throw error
    const reason = error instanceof Error ? describeCause(error) : String(error)
    log.warn({ reason }, "The file store isn't responding")
  })
}

/**
 * Handles requests in this process and returns the URL. If there are other processes, jobs that only one process may
 * run aren't started here.
 */
export async function serve(
  { config: settings, log, lifetime }: Parts,
  database: ServingDatabase,
  { isAlone }: { isAlone: boolean },
): Promise<string> {
  const db = openPool({ log, lifetime }, database)
  const { config, refreshCompany } = followCompany(settings, db)
  await refreshCompany()
  const store = await openStore(config)
  const outbox = mailOutbox({ db, transport: openTransport(config), sender: config, log })
  const ofOneProcess = isAlone ? jobsOfOneProcess(db, store) : []
  const jobs = startJobs([outbox, auditSealing({ db }), ...ofOneProcess], log)
  lifetime.closeLater('jobs', () => jobs.stop())
  const { isStopping } = lifetime
  const app = await createApp(
    { db, config, store, kickOutbox: () => jobs.kick(outbox.name), refreshCompany },
    { distWeb: path.join(projectRoot, 'dist/web'), logger: log, isStopping },
  )
  if (isStopping()) throw new Error('Told to stop before it served')
  // Connections can arrive before `listen` resolves, so a shutdown must already be able to close them.
  lifetime.isServing()
  lifetime.closeLater('requests', () => app.close())
  return app.listen({ port: config.port, host: config.host })
}

/** Handles requests in several processes that share the port. Returns the URL once all of them are listening. */
export async function serveByWorkers(
  { config, log, lifetime }: Parts,
  connection: Connection,
  share: ConnectionShare,
  { program, environmentFor }: WorkerProgram,
): Promise<string> {
  const db = openPool({ log, lifetime }, { connection, connections: share.jobs })
  const environment = environmentFor({ connection, connections: share.each })
  const workers = startWorkers({ count: config.workers, program, environment, log })
  lifetime.closeLater('workers', () => workers.stop())
  const jobs = startJobs(jobsOfOneProcess(db, await openStore(config)), log)
  lifetime.closeLater('jobs', () => jobs.stop())
  return localUrl(config.host, await workers.port)
}

interface WorkerProgram {
  program: string
  environmentFor: (database: ServingDatabase) => Record<string, string>
}

const jobsOfOneProcess = (db: Database, store: FileStore): Job[] => [
  housekeeping({ db, store }),
  reminders({ db }),
]

function openPool(
  { log, lifetime }: Pick<Parts, 'log' | 'lifetime'>,
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
