/**
 * Reads published loans for all callers, and drafts for administrators. `list/list-loans.ts` reads the list's pages.
 */
import { isLender } from '#domain/access.ts'
import { loan as loanShape, type Loan } from '#contract/loans/shapes.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import type { Queryable } from '#server/database/client.ts'
import { holdsShare, selectPass } from '#server/book/own-pass.ts'
import { isSeen, loansSeenBy, type LoansSeen } from './loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { photos } from '#server/database/schema/documents.ts'
import { prepared, selected } from '#server/database/sql/prepared-statement.ts'
import { conflict, notFound } from '#server/errors.ts'
import { rateText } from '#server/database/sql/rate-text.ts'
import { dayText, momentText, utcText } from '#server/database/sql/time-texts.ts'
import type { Services } from '#server/http/mount.ts'
import { type Caller, actingRole, firmOf } from '#server/sign-in/principal.ts'
import { permissionsOnLoan, type LoanState } from '#domain/loans/permissions.ts'
import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** `hasCommitments` is known only if an administrator reads one loan, and `isUndecided` only if a lender does. */
export type LoanRow = Omit<Loan, 'can' | 'credit'> &
  Pick<LoanState, 'hasCommitments' | 'isUndecided'>

const columns = getTableColumns(loans)
const textOfKind = { day: dayText, moment: momentText, rate: rateText } as const
const texts = new Map<string, (column: SQLWrapper) => SQL>(
  loanFieldNames.flatMap((name) => {
    const { kind } = loanFields[name]
    return kind in textOfKind ? [[name, textOfKind[kind as keyof typeof textOfKind]]] : []
  }),
)
type Shown = Exclude<
  keyof Loan,
  | 'can'
  | 'credit'
  | 'coverUrl'
  | 'isDraft'
  | 'maturity'
  | 'ownShare'
  | 'ownMark'
  | 'pass'
  | 'softAmount'
>
// Only columns that are in the contract are returned, under the same names.
const shown = Object.fromEntries(
  Object.entries(columns)
    .filter(([name]) => name in loanShape.shape && name !== 'isDraft')
    .map(([name, column]) => [name, texts.get(name)?.(column) ?? column]),
) as Pick<typeof columns, Shown>

/** A loan's columns, with the names from the contract. Requires the join `coverOfLoan`. */
export const loanColumns = {
  ...shown,
  version: sql<string>`${loans.version}::text`,
  createdAt: utcText(loans.createdAt),
  // The photo's id makes each cover's URL unique so that the photo can be cached.
  coverUrl: sql<string | null>`'/api/loans/' || ${loans.id} || '/cover?photo=' || ${photos.id}`,
}

export const coverOfLoan = sql`${photos.loanId} = ${loans.id} and ${photos.isCover}`

export const shownColumns: Record<LoansSeen, SQL> = {
  published: selected(loanColumns),
  all: selected({ ...loanColumns, isDraft: sql`nullif(${loans.isDraft}::text, 'false')` }),
}
export const fromLoans = sql`from ${loans} left join ${photos} on ${coverOfLoan}`

/** Converts a row selected with `all` to the contract's format, in which published loans have no draft flag. */
export function markDraft<Row extends Pick<LoanRow, 'isDraft'>>({ isDraft, ...loan }: Row) {
  return isDraft ? { ...loan, isDraft } : loan
}

export function withMaturity<Row extends LoanRow>(loan: Row): Row {
  const maturity = maturityOf(loan)
  return maturity === null ? loan : { ...loan, maturity }
}

const selectLoan = (seen: LoansSeen, selection: SQL) => {
  const select = prepared<LoanRow, { id: string }>(sql`
    select ${selection} ${fromLoans}
    where ${loans.id} = ${sql.placeholder('id')} and ${isSeen(seen)}`)
  return async (db: Queryable, id: string) => (await select(db, { id }))[0]
}
// Withdrawn and released commitments also count, because the lenders' history and receipts refer to the loan.
const everCommitted = sql`exists (select from commitments where loan_id = ${loans.id})`
// Rounded amounts don't follow from the sum of the shares. The book shows the same sum.
const softAmount = sql`(select coalesce(sum(amount), 0)::numeric(30, 2)::text from commitments
  where loan_id = ${loans.id} and status = 'active' and is_soft_commit) as "softAmount"`
const columnsOf = {
  published: sql`${shownColumns.published}, ${softAmount}`,
  all: sql`${shownColumns.all}, ${softAmount}, ${everCommitted} as "hasCommitments"`,
}
const lookUp = {
  published: selectLoan('published', columnsOf.published),
  all: selectLoan('all', columnsOf.all),
}

async function findLoan(db: Queryable, id: string): Promise<LoanRow> {
  const loan = await lookUp.published(db, id)
  if (!loan) throw notFound('The loan')
  return loan
}

/**
 * Returns any loan, including drafts, for administrators.
 * @throws {ApiError} 404 if the loan doesn't exist.
 */
export async function findAnyLoan(db: Queryable, id: string): Promise<LoanRow> {
  const loan = await lookUp.all(db, id)
  if (!loan) throw notFound('The loan')
  return markDraft(loan)
}

type Reader = Pick<Services, 'db'> & Caller

/** @throws {ApiError} 404 unless the caller can see the loan. */
export const findSeenLoan = (reader: Reader, id: string): Promise<LoanRow> =>
  loansSeenBy(reader) === 'all' ? findAnyLoan(reader.db, id) : findLoan(reader.db, id)

interface OwnColumns {
  ownMark: Loan['ownMark'] | null
  pass: Loan['pass'] | null
  isHolder: boolean
}
const own = { firmId: sql`${sql.placeholder('firmId')}::uuid`, loanId: sql`${loans.id}` }
const ownMark = sql`(select json_build_object('stage', stage, 'note', note) from loan_marks
  where user_id = ${sql.placeholder('userId')}::uuid and loan_id = ${loans.id}) as "ownMark"`
const lookUpForReader = (seen: LoansSeen, selection: SQL) =>
  prepared<
    Omit<LoanRow, keyof OwnColumns> & OwnColumns,
    { id: string; userId: string; firmId: string }
  >(sql`
    select ${selection}, ${ownMark}, ${selectPass(own)} as pass, ${holdsShare(own)} as "isHolder"
    ${fromLoans} where ${loans.id} = ${sql.placeholder('id')} and ${isSeen(seen)}`)
const lookUpOwn = {
  published: lookUpForReader('published', columnsOf.published),
  all: lookUpForReader('all', columnsOf.all),
}

/** Like `findSeenLoan`, but also returns the reader's own mark, the pass of a lender's firm, and whether it can pass. */
export async function findLoanForReader(reader: Reader, id: string): Promise<LoanRow> {
  const { principal, db } = reader
  if (!principal) return findLoan(db, id)
  const ids = { id, userId: principal.account.id, firmId: firmOf(principal) }
  const [row] = await lookUpOwn[loansSeenBy(reader)](db, ids)
  if (!row) throw notFound('The loan')
  const { ownMark: mark, pass, isHolder, ...loan } = row
  return {
    ...markDraft(loan),
    ...(mark && { ownMark: mark }),
    ...(isLender(actingRole(reader)) && {
      isUndecided: !pass && !isHolder,
      ...(pass && { pass }),
    }),
  }
}

/**
 * Returns a published loan, for actions that aren't allowed on drafts. `db` is the caller's transaction, if any.
 * @throws {ApiError} 409 for a draft that the caller can see, otherwise 404.
 */
export async function findPublishedLoan(
  reader: Reader,
  id: string,
  db: Queryable = reader.db,
): Promise<LoanRow> {
  const loan = await lookUp.published(db, id)
  if (loan) return loan
  if (loansSeenBy(reader) === 'all' && (await lookUp.all(db, id)))
    throw conflict('This loan is a draft. Publish it first.', 'loan_draft')
  throw notFound('The loan')
}

/** Columns that responses omit, like all undefined fields. Rest patterns copy a loan several times as slowly. */
const unsent = { hasCommitments: undefined, isUndecided: undefined, lead: undefined }

export const withPermissions = (caller: Caller, loan: LoanRow): Loan => ({
  ...loan,
  ...unsent,
  credit: creditOf(loan),
  can: permissionsOnLoan(actingRole(caller), loan),
})
