/** The complete server over real HTTP, with a new database and an empty folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type Server } from 'node:http'
import path from 'node:path'
import { createApp, type Limits } from '#server/app.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { connect, type Connection, type Database } from '#server/database/client.ts'
import { auditSealing } from '#server/jobs/audit-sealing.ts'
import { mailOutbox } from '#server/jobs/mail-outbox.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { logOptions } from '#server/log.ts'
import { followCompany } from '#server/settings/company.ts'
import { openTransport } from '#server/mail/transport.ts'
import { openStore } from '#server/storage/open.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { pino } from 'pino'
import { memoryFolder } from './memory-folder.ts'
import { buildersFor, type Builders } from './builders.ts'
import { unlistedRefusal } from '#server/http/mount.ts'
import { Caller } from './caller.ts'
import { toDatabaseUrl } from './database-url.ts'
import { makeDatabase, type OwnDatabase } from './postgres.ts'

export interface Desk extends Builders {
  address: string
  connection: Connection
  databaseUrl: string
  config: Config
  /** The HTTP server itself, for checking limits that tests would take too long to reach. */
  server: Server
  db: Database
  store: FileStore
  errors: string[]
  visitor: () => Caller
  callerAt: (address: string, person: Caller) => Caller
  rows: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * Starts a server on a new database with these settings (environment variables). A test of a limit sets the limit to a
 * low value.
 */
export async function openDesk(
  settings: Record<string, string> = {},
  given?: OwnDatabase,
  limits: Partial<Limits> = {},
): Promise<Desk> {
  const folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-desk-'))
  const own = given ?? (await makeDatabase())
  const env = { PORT: '0', DATA_DIR: folder, SAMPLE_DATA: 'off', ...settings }
  const read = readConfig(env, folder)
  const errors: string[] = []
  const log = pino(logOptions('error'), { write: (line: string) => void errors.push(line) })
  const db = connect(own.connection, (error) => log.warn(error))
  const store = await openStore(read)
  const { config, refreshCompany } = followCompany(read, db)
  await refreshCompany()
  const outbox = mailOutbox({ db, transport: openTransport(config), sender: config, log })
  const jobs = startJobs([outbox, auditSealing({ db })], log)
  const app = await createApp(
    { db, config, store, kickOutbox: () => jobs.kick(outbox.name), refreshCompany },
    {
      distWeb: path.join(folder, 'no-pages'),
      logger: log,
      limits,
    },
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const visitor = () => new Caller(address, agent)
  return {
    address,
    connection: own.connection,
    databaseUrl: toDatabaseUrl(own.connection),
    config,
    server: app.server,
    db,
    store,
    errors,
    visitor,
    callerAt: (elsewhere, person) =>
      Object.assign(new Caller(elsewhere, agent), { cookie: person.cookie }),
    rows: async <Row>(text: string, values: unknown[] = []) =>
      // The type is unchecked: the caller declares the columns.
      (await db.$client.query(text, values)).rows as Row[],
    ...buildersFor({ db, store, visitor }),
    async close() {
      agent.destroy()
      await app.close()
      await jobs.stop()
      await db.$client.end()
      await own.drop()
      await rm(folder, { recursive: true, force: true })
      const unlisted = errors.filter((line) => line.includes(unlistedRefusal))
      if (unlisted.length > 0) throw new Error(unlisted.join('\n'))
    },
  }
}

/**
 * Deactivates the users of earlier tests, except `kept`. Otherwise, each later act would notify them, and lists would
 * grow.
 */
export const deactivateOthers = (desk: Desk, kept: readonly { id: string }[]) =>
  desk.rows(
    `update users set deactivated_at = case when id <> all($1) then now() end
     where (deactivated_at is null) = (id <> all($1))`,
    [kept.map(({ id }) => id)],
  )
