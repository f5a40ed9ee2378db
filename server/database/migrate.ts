/** Migrates the schema to this program's version, once, even if several processes start together. */
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type { PoolClient } from 'pg'
import { databaseError } from '#server/errors.ts'
import { tryAgain, type Database, type Transaction } from './client.ts'
import { transactOnce } from './transactions.ts'
import { forceGenericPlans } from './generic-plans.ts'
import { validateConstraints } from './validate-constraints.ts'

const migrationsFolder = path.join(projectRoot, 'server/database/migrations')

/** Thrown when the data is that of a version which this one can't upgrade. */
export class OtherVersionError extends Error {
  override name = 'OtherVersionError'
}

/**
 * Locks the installation's one row while `act` runs: when several processes start on one database,
 * one prepares it and the others wait. A row lock works on every server that speaks the protocol,
 * and ends with its connection.
 */
export async function withInstallationLock<Result>(
  db: Database,
  act: () => Promise<Result>,
  wait: WaitReport = {},
): Promise<Result> {
  const endWait = reportLockWait(wait)
  try {
    await createInstallation(db)
    return await transactOnce(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      // This transaction changes nothing, so it doesn't wait for a standby either.
      await tx.execute(sql`set local synchronous_commit = off`)
      await tx.execute(sql`select id from installation where id = 1 for update`)
      endWait('Done waiting: preparing the database')
      return act()
    })
  } finally {
    endWait()
  }
}

/** Where a wait is reported, once it is longer than a moment. */
interface WaitReport {
  say?: (line: string) => void
  afterMs?: number
}

/** Reports the wait if it takes longer than `afterMs`. Call the returned function when done. */
function reportLockWait({ say = () => {}, afterMs = 2_000 }: WaitReport) {
  let isReported = false
  const timer = setTimeout(() => {
    isReported = true
    say('Waiting for another start that is preparing this database, or for an import …')
  }, afterMs)
  return (line?: string) => {
    clearTimeout(timer)
    if (isReported && line) say(line)
  }
}

/**
 * Locks the same row for a transaction of which the desk has one at a time. Such a transaction takes it before
 * any other row, so that it holds nothing while it waits.
 */
export const lockInstallation = (tx: Transaction) =>
  tx.execute(sql`select id from installation where id = 1 for no key update`)

async function createInstallation(db: Database) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.execute(sql`create table if not exists installation (id integer primary key)`)
      await db.execute(sql`insert into installation (id) values (1) on conflict do nothing`)
      return
    } catch (error) {
      // `create table if not exists` still fails when two processes run it at once: on the table, on
      // the type of its rows, or on either's entry in an index.
      const code = databaseError(error)?.code ?? ''
      if (!['23505', '42P07', '42710', 'XX000'].includes(code) || attempt === 5) throw error
    }
  }
}

/**
 * Applies missing migrations, then validates the constraints they added as NOT VALID. Runs under the installation lock. Returns one line for each problem an operator should see.
 * @throws OtherVersionError for data of a newer version, or of one from before the first migration.
 */
export async function migrateDatabase(db: Database): Promise<string[]> {
  await refuseOtherVersions(db)
  await applyMigrations(db, migrationsFolder)
  return [...(await forceGenericPlans(db)), ...(await validateConstraints(db))]
}

/**
 * Applies those of a folder that are missing, each in a transaction that records it: a table that one has locked is
 * free again before the next one reads for long, and a start that is killed goes on where the last one was. An empty
 * database has nobody to lock out, and is filled in one transaction, which takes less time.
 */
export async function applyMigrations(db: Database, folder: string): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query(`create table if not exists public.migrations
      (id serial primary key, hash text not null, created_at bigint)`)
    const { rows } = await client.query<{ newest: string | null }>(
      'select max(created_at) as newest from public.migrations',
    )
    const newest = Number(rows[0]?.newest ?? 0)
    const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
      ({ folderMillis }) => folderMillis > newest,
    )
    for (const together of newest === 0 ? [missing] : missing.map((one) => [one]))
      await tryAgain(() => applyTogether(client, together))
    client.release()
  } catch (error) {
    // An unfinished transaction ends with the connection.
    client.release(true)
    throw error
  }
}

/**
 * Applies migrations in one transaction, which requests on the tables may deadlock with. Each file is sent whole: one
 * by one, its statements took most of the first start's time after that of PostgreSQL.
 */
async function applyTogether(client: PoolClient, migrations: readonly MigrationMeta[]) {
  await client.query('begin')
  try {
    for (const { folderMillis, sql: statements, hash } of migrations) {
      // On lines of their own, because a statement may end with a comment.
      await client.query(statements.join('\n;\n'))
      await client.query('insert into public.migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function refuseOtherVersions(db: Database) {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const exists = await db.execute(sql`select to_regclass('public.migrations') as found`)
  if (!exists.rows[0]?.['found']) return
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from public.migrations`,
  )
  const newest = rows[0]?.newest
  if (!newest) return
  if (Number(newest) > Math.max(...known))
    throw new OtherVersionError(
      'The data was written by a newer version of Paripassu; start that version, or restore a backup made before the upgrade',
    )
  if (Number(newest) < Math.min(...known))
    throw new OtherVersionError(
      'The data was written by an early state of Paripassu; check out commit 44a73db6, start it once, which upgrades the data, and then start this version',
    )
}
