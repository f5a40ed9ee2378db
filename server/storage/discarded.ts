/**
 * Files whose rows are deleted: a transaction can roll back and a store can't, so what is to go is
 * written down with the deletion, and removed once that is certain.
 */
import { transact, type Database, type Queryable } from '#server/database/client.ts'
import { discardedFiles, uploads } from '#server/database/schema/documents.ts'
import { asc, inArray, lt, sql } from 'drizzle-orm'
import { renditionPaths } from './renditions.ts'
import type { FileStore } from './storage.ts'

interface Parts {
  db: Database
  store: FileStore
}

/** Has files removed with the transaction that deletes their rows; call `removeDiscardedFiles` after it. */
export async function discardFiles(tx: Queryable, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await tx
    .insert(discardedFiles)
    .values(paths.map((path) => ({ path })))
    .onConflictDoNothing()
}

/** Removes these, and never fails: what can't be removed now, housekeeping removes. */
export async function removeDiscardedFiles(parts: Parts, paths: readonly string[]): Promise<void> {
  await remove(parts, paths).catch(() => {})
}

/**
 * Discards what was uploaded more than a day ago and never registered. Whoever registers an upload
 * deletes its row too, so that of the two one gets it.
 */
export async function discardUnclaimedUploads(db: Database): Promise<void> {
  await transact(db, async (tx) => {
    const unclaimed = await tx
      .delete(uploads)
      .where(lt(uploads.createdAt, sql`now() - interval '1 day'`))
      .returning({ path: uploads.path })
    await discardFiles(
      tx,
      unclaimed.map(({ path }) => path),
    )
  })
}

const atOnce = 500

/** Removes all that was discarded, and fails when the database or the store does. */
export async function purgeDiscardedFiles(parts: Parts): Promise<void> {
  for (;;) {
    const rows = await parts.db
      .select({ path: discardedFiles.path })
      .from(discardedFiles)
      .orderBy(asc(discardedFiles.createdAt), asc(discardedFiles.path))
      .limit(atOnce)
    if (rows.length === 0) return
    await remove(
      parts,
      rows.map(({ path }) => path),
    )
  }
}

/**
 * Removes a few at a time: a store far away takes a while for each. Each of those who remove stops at
 * its first failure: a file that can't be removed does not keep the others, and a store that is away
 * is not asked for each.
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
    await db.delete(discardedFiles).where(inArray(discardedFiles.path, removed))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
