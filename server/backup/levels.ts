/** Schema levels. A level is the newest applied migration. A restore starts at the archive's level. */
import path from 'node:path'
import { CommandError } from '#server/cli-errors.ts'
import { projectRoot } from '#server/project-root.ts'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PoolClient } from 'pg'

const migrations = () =>
  readMigrationFiles({ migrationsFolder: path.join(projectRoot, 'server/database/migrations') })

/** @throws {CommandError} if this release doesn't support the level. */
export function requireKnownLevel(level: number, program: string): void {
  const known = migrations().map(({ folderMillis }) => folderMillis)
  if (known.includes(level)) return
  if (level > Math.max(...known))
    throw new CommandError(
      `The backup was made by a newer version of Paripassu (${program}); restore it with that version or a newer one`,
    )
  throw new CommandError(
    `The backup was made by a version of Paripassu (${program}) whose migrations this one doesn't have; restore it with that version`,
  )
}

export async function levelOf(client: PoolClient): Promise<number | null> {
  const found = await client.query(`select to_regclass('public.migrations') as name`)
  if (!found.rows[0]?.name) return null
  const newest = await client.query(`select max(created_at) as newest from public.migrations`)
  return newest.rows[0]?.newest ? Number(newest.rows[0].newest) : null
}

/**
 * Runs all missing migrations, or those up to a level, in the caller's transaction. A restore is therefore applied
 * either completely or not at all.
 */
export async function migrateWithin(client: PoolClient, to = Infinity): Promise<void> {
  await client.query(`create table if not exists public.migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  const level = (await levelOf(client)) ?? -1
  for (const { sql: statements, hash, folderMillis } of migrations()) {
    if (folderMillis <= level || folderMillis > to) continue
    for (const statement of statements) await client.query(statement)
    await client.query('insert into public.migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
