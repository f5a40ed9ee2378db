/** The loans that have documents or photos; the administrators' file lists iterate over them. */
import type { loanFileFilters } from '#contract/documents/shapes.ts'
import type { Database } from '#server/database/client.ts'
import { containsHidden, mayContainHidden, searchParts } from '#server/database/contains.ts'
import { isFirstMatch } from '#server/database/first-matches.ts'
import { loans } from '#server/database/schema/loans.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { afterCursor, cutPage, utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { aliasedTable, and, desc, eq, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'

export const loanFileHandlers: Pick<Handlers, 'listLoansWithFiles'> = {
  async listLoansWithFiles({ db, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const rows = await selectNewestFiles(db, filters, limit + 1)
    const page = cutPage(reply, rows, { call: 'listLoansWithFiles', filters, limit })
    return page.map(({ createdAt, id: _id, loanId, ...loan }) => ({
      ...loan,
      id: loanId,
      newestAt: createdAt,
    }))
  },
}

const tables = { document: documents, photo: photos }
type FileTable = (typeof tables)[keyof typeof tables]

/**
 * Each loan's newest matching file, newest first: one row per loan. Reads along the index on upload
 * times, so that the cost depends on the page's size, not the table's; a rare word is looked up instead.
 */
function selectNewestFiles(
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
  const besides = cursor ? afterCursor(files.uploadedAt, files.id, cursor) : undefined
  const isNewest = sql`${matches(files) ?? sql`true`} and ${notExists(newerOnes)}`
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
      words && !loanId
        ? isFirstMatch({
            table: sql`${files}`,
            id: files.id,
            createdAt: files.uploadedAt,
            contains: isNewest,
            mayContain: isFoundByIndex(kind, words),
            besides,
            limit,
          })
        : and(loanId ? eq(files.loanId, loanId) : undefined, isNewest, besides),
    )
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .limit(limit)
}

/** The texts of a file that are searched. */
const textsOf = (file: FileTable): [AnyPgColumn, ...AnyPgColumn[]] =>
  'caption' in file ? [file.filename, file.caption] : [file.filename]

const oneHas = (columns: AnyPgColumn[], words: string) =>
  sql`(${or(...columns.map((column) => containsHidden(column, words)))})`

const fileHas = (file: FileTable, words: string) => oneHas(textsOf(file), words)
const loanHas = (words: string) => oneHas([loans.title, loans.borrowerName], words)

/**
 * Looks up the file's loan by its id, as a scalar: `exists` might read all loans first, and of a truth value
 * PostgreSQL expects that half of all files have it.
 */
const fileOrLoanHas = (file: FileTable, words: string) => sql`(${fileHas(file, words)}
  or ${file.loanId} = (
    select ${loans.id} from ${loans} where ${eq(loans.id, file.loanId)} and ${loanHas(words)}))`

/** Whether a file is one of those that have the words, or whose loans have. */
function isFoundByIndex(kind: keyof typeof tables, words: string): SQL {
  const files = tables[kind]
  const named = aliasedTable(files, 'named')
  const loanMay = mayContainHidden(searchParts(loans.title, loans.borrowerName), words)
  return sql`${files.id} in (
    select ${named.id} from ${files} named
    where ${fileHas(named, words)} and ${mayContainHidden(searchParts(...textsOf(named)), words)}
    union all
    select ${named.id} from ${loans} join ${files} named on ${eq(named.loanId, loans.id)}
    where ${loanHas(words)} and ${loanMay})`
}
