/**
 * Files of deleted rows. A file store can't roll back, so files are queued in the transaction and removed after the
 * commit.
 */
import type { Database, Queryable } from '#server/database/client.ts'
import { discardedFiles, uploads } from '#server/database/schema/documents.ts'
import { asc, sql, type SQL } from 'drizzle-orm'
import { renditionPaths } from '#domain/documents/renditions.ts'
import type { FileStore } from './storage.ts'

interface Parts {
  db: Database
  store: FileStore
}

/** Queues files for removal in the transaction that deletes their rows. Call `removeDiscardedFiles` afterward. */
export async function discardFiles(tx: Queryable, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await tx
    .insert(discardedFiles)
    .values(paths.map((path) => ({ path })))
    .onConflictDoNothing()
}

/** Never throws an error, because housekeeping retries failed removals. */
export async function removeDiscardedFiles(parts: Parts, paths: readonly string[]): Promise<void> {
  await remove(parts, paths).catch(() => {})
}

/**
 * Deletes unregistered uploads, queues their files for removal, and returns the paths. Registering an upload deletes
 * the same row, so only one of the two operations succeeds.
 */
export async function discardUploads(db: Queryable, which: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ path: string }>(sql`
    with taken as (
      delete from ${uploads} where ${which} returning path
    ), queued as (
      insert into ${discardedFiles} (path) select path from taken on conflict do nothing
    )
    select path from taken`)
  return rows.map(({ path }) => path)
}

export const discardUnclaimedUploads = (db: Database) =>
  discardUploads(db, sql`${uploads.createdAt} < now() - interval '1 day'`)

const batchSize = 500

export async function purgeDiscardedFiles(parts: Parts): Promise<void> {
  for (;;) {
    const rows = await parts.db
      .select({ path: discardedFiles.path })
      .from(discardedFiles)
      .orderBy(asc(discardedFiles.createdAt), asc(discardedFiles.path))
      .limit(batchSize)
    if (rows.length === 0) return
    await remove(
      parts,
      rows.map(({ path }) => path),
    )
  }
}

/**
 * Removes several files at a time, because a remote store is slow. A worker stops at its first failure, so a bad file
 * doesn't block the others, and an unavailable store isn't tried for every file.
 */
async function remove({ db, store }: Parts, paths: readonly string[]) {
  const waiting = paths.values()
  const removed: string[] = []
  const ends = await Promise.allSettled(
    Array.from({ length: 8 }, async () => {
      for (const path of waiting) {
        for (const each of [path, ...renditionPaths(path)]) await store.delete(each)
        removed.push(path)
      }
    }),
  )
  if (removed.length > 0)
    await db
      .delete(discardedFiles)
      .where(sql`${discardedFiles.path} = any(${sql.param(removed)}::text[])`)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
