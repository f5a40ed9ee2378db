/** Documents as callers get them. */
import type { Document } from '#contract/documents/shapes.ts'
import { guessGroup, type DocumentGroup } from '#domain/documents/groups.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import type { Queryable } from '#server/database/client.ts'
import { documents } from '#server/database/schema/documents.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { desc, eq } from 'drizzle-orm'

export type DocumentRow = typeof documents.$inferSelect

/** A loan's documents, newest first. */
export const documentsOf = (db: Queryable, loanId: string): Promise<DocumentRow[]> =>
  db
    .select()
    .from(documents)
    .where(eq(documents.loanId, loanId))
    .orderBy(desc(documents.uploadedAt), desc(documents.id))

/** The group that an administrator chose, or else the one that the name suggests. */
export const groupOf = (
  { group, filename }: Pick<DocumentRow, 'group' | 'filename'>,
  loanTitle: string,
): DocumentGroup => group ?? guessGroup(nameBesideLoan(filename, loanTitle))

/** Rows from before sizes were stored have none: then the store is asked. Null when it has no such file. */
export const sizeOf = async (store: FileStore, { sizeBytes, fileUrl }: DocumentRow) =>
  sizeBytes ?? store.sizeOf(fileUrl)

export async function toDocument(
  store: FileStore,
  row: DocumentRow,
  loanTitle: string,
): Promise<Document> {
  const { batchId: _batchId, ...shown } = row
  return {
    ...shown,
    group: groupOf(row, loanTitle),
    // The list is shown without sizes while the file store is away.
    sizeBytes: await sizeOf(store, row).catch(() => null),
    uploadedAt: row.uploadedAt.toISOString(),
  }
}
