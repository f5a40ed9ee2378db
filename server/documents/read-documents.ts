import type { Loan } from '#contract/loans/shapes.ts'
import type { Document, loanFileFilters } from '#contract/documents/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { guessGroup, type DocumentGroup } from '#domain/documents/groups.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import type { Queryable, Database } from '#server/database/client.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import type { Context } from '#server/http/mount.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { contains } from '#server/database/sql/contains.ts'
import { loans } from '#server/database/schema/loans.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { asc, desc, eq, aliasedTable, and, notExists, or, sql, type SQL } from 'drizzle-orm'
import { openingsOf } from './readings.ts'
import type * as z from 'zod/mini'

export type DocumentRow = typeof documents.$inferSelect
export type PhotoRow = typeof photos.$inferSelect

export const documentsOf = (db: Queryable, loanId: string): Promise<DocumentRow[]> =>
  db
    .select()
    .from(documents)
    .where(eq(documents.loanId, loanId))
    .orderBy(desc(documents.uploadedAt), desc(documents.id))

export async function listDocuments(
  { db, store, principal }: Context<'viewer'>,
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

export const groupOf = (
  { group, filename }: Pick<DocumentRow, 'group' | 'filename'>,
  loanTitle: string,
): DocumentGroup => group ?? guessGroup(nameBesideLoan(filename, loanTitle))

/**
 * Gets the size from the store if the row was created before the size column. Null if the store doesn't have the file.
 */
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
    // If the file store is unavailable, the list is shown without sizes.
    sizeBytes: await sizeOf(store, row).catch(() => null),
    uploadedAt: row.uploadedAt.toISOString(),
  }
}

const tables = { document: documents, photo: photos }
type FileTable = (typeof tables)[keyof typeof tables]

/** The newest matching file of each loan, newest first, with one row per loan. */
export function listNewestFiles(
  db: Database,
  { kind, search, loanId, cursor }: z.output<typeof loanFileFilters>,
  limit: number,
) {
  const files = tables[kind]
  const newer = aliasedTable(files, 'newer')
  const own = aliasedTable(files, 'own')
  const words = search?.trim()
  const matches = (file: FileTable) => (words ? fileOrLoanHas(file, words) : undefined)
  const newerOnes = db
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.loanId, files.loanId),
        sql`(${newer.uploadedAt}, ${newer.id}) > (${files.uploadedAt}, ${files.id})`,
        matches(newer),
      ),
    )
  const ownOnes = db
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.loanId, files.loanId), matches(own)))
    .orderBy(desc(own.uploadedAt), desc(own.id))
  return db
    .select({
      id: files.id,
      createdAt: utcText(files.uploadedAt),
      loanId: loans.id,
      title: loans.title,
      borrowerName: loans.borrowerName,
      fileIds: sql<string[]>`array(${ownOnes})`,
    })
    .from(files)
    .innerJoin(loans, eq(loans.id, files.loanId))
    .where(
      and(
        loanId ? eq(files.loanId, loanId) : undefined,
        matches(files),
        notExists(newerOnes),
        cursor ? afterCursor(files.uploadedAt, files.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .limit(limit)
}

function fileOrLoanHas(file: FileTable, words: string): SQL | undefined {
  const ownTexts = 'caption' in file ? [file.filename, file.caption] : [file.filename]
  return or(
    ...ownTexts.map((column) => contains(column, words)),
    sql`${file.loanId} in (select ${loans.id} from ${loans}
      where ${contains(loans.title, words)} or ${contains(loans.borrowerName, words)})`,
  )
}
