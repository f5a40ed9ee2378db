/** Migrates the schema to this release. If several processes start together, only one of them migrates. */
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type { PoolClient } from 'pg'
import { databaseError } from '#server/errors.ts'
import { tryAgain, type Database, type Transaction } from './client.ts'
import { transactOnce } from './transactions.ts'

const migrationsFolder = path.join(projectRoot, 'server/database/migrations')

export class OtherVersionError extends Error {
  override name = 'OtherVersionError'
}

/**
 * Locks the installation's single row while `act` runs. One starting process prepares the database, and the others
 * wait. A row lock works on every compatible server, and ends with its connection.
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
      // This transaction changes nothing, so it doesn't have to wait for a standby.
      await tx.execute(sql`set local synchronous_commit = off`)
      await tx.execute(sql`select id from installation where id = 1 for update`)
      endWait('Done waiting: preparing the database')
      return act()
    })
  } finally {
    endWait()
  }
}

interface WaitReport {
  say?: (line: string) => void
  afterMs?: number
}

/** Reports a wait that lasts longer than `afterMs`. Call the returned function when the wait ends. */
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
 * Serializes transactions by locking the same row. This lock must be taken before any other. A waiting transaction then
 * holds no locks.
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
      // Concurrent `create table if not exists` statements can still fail because of the table, its row type, or an
      // index entry of either.
      const code = databaseError(error)?.code ?? ''
      if (!['23505', '42P07', '42710', 'XX000'].includes(code) || attempt === 5) throw error
    }
  }
}

/**
 * Applies missing migrations, then validates constraints that they added as NOT VALID. Requires the installation lock.
 * Returns one line per problem for the operator.
 * @throws {OtherVersionError} for data from a newer version or from before the first migration.
 */
export async function migrateDatabase(db: Database): Promise<string[]> {
  await refuseOtherVersions(db)
  await applyMigrations(db, migrationsFolder)
  return [...(await forceGenericPlans(db)), ...(await validateConstraints(db))]
}

/**
 * Applies missing migrations, each in a transaction that also records it and then releases its locks. If startup is
 * killed, the next start waits for the last commit and continues. An empty database is filled in one transaction, which
 * is faster.
 */
export async function applyMigrations(db: Database, folder: string): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query(`create table if not exists public.migrations
      (id serial primary key, hash text not null, created_at bigint);
      lock table public.migrations in share mode`)
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
    client.release(true)
    throw error
  }
}

/**
 * Applies migrations in one transaction, which can deadlock with requests that use the tables. Each file is sent as a
 * whole, because sending statements one by one took up most of the first startup.
 */
async function applyTogether(client: PoolClient, migrations: readonly MigrationMeta[]) {
  await client.query('begin')
  try {
    for (const { folderMillis, sql: statements, hash } of migrations) {
      // The statements are on separate lines, because a statement can end with a comment.
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

/**
 * Validates constraints that migrations added as NOT VALID, in transactions that block neither readers nor writers.
 * Skips constraints that older rows violate, and returns a message for each.
 */
async function validateConstraints(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ table: string; name: string }>(sql`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where not convalidated and contype in ('c', 'f') and connamespace = 'public'::regnamespace
    order by 1, 2`)
  const broken: string[] = []
  for (const { table, name } of rows)
    try {
      await db.execute(
        sql`alter table ${sql.raw(table)} validate constraint ${sql.identifier(name)}`,
      )
    } catch (error) {
      if (!/^235(03|14)$/.test(databaseError(error)?.code ?? '')) throw error
      broken.push(
        `Rows of the table ${table} don't satisfy its constraint ${name}; it holds for new rows only`,
      )
    }
  return broken
}

/**
 * Makes new connections plan each named statement only once (decision 20). A role can change this setting for itself,
 * even behind a pooler. An operator's setting takes precedence. Returns a message if the server refuses.
 */
export async function forceGenericPlans(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ statement: string }>(sql`
    select format('alter role %I in database %I set plan_cache_mode = force_generic_plan', rolname, datname)
      as statement
    from pg_roles, pg_database where rolname = current_user and datname = current_database()
      and not exists (
        select from pg_db_role_setting, unnest(setconfig) as setting
        where setrole = pg_roles.oid and setdatabase = pg_database.oid and setting like 'plan_cache_mode=%')`)
  const [missing] = rows
  if (!missing) return []
  try {
    await transactOnce(db, async (tx) => {
      // Startup doesn't wait for a standby. If the setting is lost, the next start sets it again.
      await tx.execute(sql`set local synchronous_commit = off`)
      await tx.execute(sql.raw(missing.statement))
    })
    return []
  } catch (error) {
    const refusal = databaseError(error)
    if (!refusal) throw error
    return [
      `Warning: PostgreSQL refused a setting (${refusal.message}), without which calls take longer. Have an administrator of the database run: ${missing.statement}`,
    ]
  }
}
