/** Documents and photos of a loan, for API responses. */
import type { Loan } from '#contract/loans/shapes.ts'
import type { Document } from '#contract/documents/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { guessGroup, type DocumentGroup } from '#domain/documents/groups.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import type { Queryable } from '#server/database/client.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import type { Context } from '#server/http/mount.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { openingsOf } from './readings.ts'

export type DocumentRow = typeof documents.$inferSelect
export type PhotoRow = typeof photos.$inferSelect

export const documentsOf = (db: Queryable, loanId: string): Promise<DocumentRow[]> =>
  db
    .select()
    .from(documents)
    .where(eq(documents.loanId, loanId))
    .orderBy(desc(documents.uploadedAt), desc(documents.id))

/** A loan's documents, each with the time at which the caller last opened it. */
export async function listDocuments(
  { db, store, principal }: Context<'approved'>,
  { id: loanId, title }: Pick<Loan, 'id' | 'title'>,
) {
  const rows = await documentsOf(db, loanId)
  const openings = await openingsOf(db, { loanId, personId: principal.account.id })
  return Promise.all(
    rows.map(async (row) => ({
      ...(await toDocument(store, row, title)),
      openedAt: openings.get(row.id) ?? null,
    })),
  )
}

export const photosOf = (db: Queryable, loanId: string): Promise<PhotoRow[]> =>
  db
    .select()
    .from(photos)
    .where(eq(photos.loanId, loanId))
    .orderBy(desc(photos.isCover), asc(photos.uploadedAt), asc(photos.id))

export const toPhoto = ({ contentType: _contentType, isCover, uploadedAt, ...row }: PhotoRow) => ({
  ...row,
  isCover: toFlag(isCover),
  uploadedAt: uploadedAt.toISOString(),
})

/** The group that an administrator chose, or else the group that the name suggests. */
export const groupOf = (
  { group, filename }: Pick<DocumentRow, 'group' | 'filename'>,
  loanTitle: string,
): DocumentGroup => group ?? guessGroup(nameBesideLoan(filename, loanTitle))

/** Asks the store for sizes of rows from before sizes were stored. Null if the store has no such file. */
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
    // The list is shown without sizes while the file store is unavailable.
    sizeBytes: await sizeOf(store, row).catch(() => null),
    uploadedAt: row.uploadedAt.toISOString(),
  }
}
