/** Loans that have documents or photos, for the administrators' file lists. */
import type { loanFileFilters } from '#contract/documents/shapes.ts'
import type { Database } from '#server/database/client.ts'
import { contains } from '#server/database/sql/contains.ts'
import { loans } from '#server/database/schema/loans.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { aliasedTable, and, desc, eq, notExists, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

const tables = { document: documents, photo: photos }
type FileTable = (typeof tables)[keyof typeof tables]

/** Each loan's newest matching file, newest first; one row per loan. */
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
