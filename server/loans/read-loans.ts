/**
 * Reads single loans, each as its reader sees it: in full or as a teaser. `list/list-loans.ts` reads the list's pages.
 */
import { undisclosed } from '#domain/audience/audiences.ts'
import { isLender } from '#domain/access.ts'
import { loan as loanShape, type Loan } from '#contract/loans/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import { bookTakesCommitments } from '#domain/loans/dates/book-stages.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import type { Queryable } from '#server/database/client.ts'
import { selectPass } from '#server/book/own-pass.ts'
import { newestOwnRequest } from './access-requests.ts'
import { isSeenRow, isTeaserRow, loansSeenBy, seenLoans, type LoansSeen } from './loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { photos } from '#server/database/schema/documents.ts'
import { prepared, selected } from '#server/database/sql/prepared-statement.ts'
import { conflict, notAdmitted, notFound } from '#server/errors.ts'
import { rateText } from '#server/database/sql/rate-text.ts'
import { dayText, momentText, utcText } from '#server/database/sql/time-texts.ts'
import type { Services } from '#server/http/mount.ts'
import { type Caller, actingRole, firmOf } from '#server/sign-in/principal.ts'
import { permissionsOnLoan, type LoanState } from '#domain/loans/permissions.ts'
import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** `hasCommitments` is known only if an administrator reads one loan, and the others only if a lender does. */
export type LoanRow = Omit<Loan, 'can' | 'credit' | 'takesCommitments'> &
  Pick<LoanState, 'hasCommitments' | 'isUndecided' | 'mayRequestAccess'>

const columns = getTableColumns(loans)
const textOfKind = { day: dayText, moment: momentText, rate: rateText } as const
const texts = new Map<string, (column: SQLWrapper) => SQL>(
  loanFieldNames.flatMap((name) => {
    const { kind } = loanFields[name]
    return kind in textOfKind ? [[name, textOfKind[kind as keyof typeof textOfKind]]] : []
  }),
)
/** Columns that are null unless other terms are proposed. A teaser hides the first, and so both. */
export const pendingTerms = {
  isTermsPending: sql<'true' | undefined>`nullif(${loans.isTermsPending}::text, 'false')`,
  termsRespondBy: sql<string | undefined>`case when ${loans.isTermsPending} then (
    select ${momentText(sql`p.respond_by`)} from terms_proposals p
    where p.loan_id = ${loans.id} and p.state = 'open') end`,
}
/** Columns that are null for most loans, and omitted from the answer then. */
const loanFlags = {
  isDraft: sql`nullif(${loans.isDraft}::text, 'false')`,
  audience: sql`nullif(${loans.audience}, 'everyone')`,
  ...pendingTerms,
}
type Shown = Exclude<
  keyof Loan,
  | 'answerOwed'
  | 'accessRequest'
  | 'audience'
  | 'can'
  | 'credit'
  | 'coverUrl'
  | 'isDraft'
  | 'isTeaser'
  | 'isTermsPending'
  | 'maturity'
  | 'ownShare'
  | 'ownMark'
  | 'pass'
  | 'softAmount'
  | 'takesCommitments'
  | 'termsRespondBy'
>
// Only columns that are in the contract are returned, under the same names.
const shown = Object.fromEntries(
  Object.entries(columns)
    .filter(([name]) => name in loanShape.shape && !(name in loanFlags))
    .map(([name, column]) => [name, texts.get(name)?.(column) ?? column]),
) as Pick<typeof columns, Shown>

/** A loan's columns, with the names from the contract. Requires the join `coverOfLoan`. */
export const loanColumns = {
  ...shown,
  borrowerName: sql<string>`coalesce(${loans.borrowerName}, ${sql.raw(`'${undisclosed}'`)})`,
  version: sql<string>`${loans.version}::text`,
  createdAt: utcText(loans.createdAt),
  // The photo's id makes each cover's URL unique so that the photo can be cached.
  coverUrl: sql<string | null>`'/api/loans/' || ${loans.id} || '/cover?photo=' || ${photos.id}`,
}

export const coverOfLoan = sql`${photos.loanId} = ${loans.id} and ${photos.isCover}`

const shownTo = {
  all: selected({ ...loanColumns, ...loanFlags }),
  published: selected({
    ...loanColumns,
    audience: loanFlags.audience,
    ...pendingTerms,
  }),
  ofFirm: selected({
    ...loanColumns,
    ...pendingTerms,
    isTeaser: sql`nullif(${isTeaserRow({ firmId: null })}::text, 'false')`,
  }),
}
type SeenByReader = Exclude<LoansSeen, 'public'>
export const shownColumns = (seen: SeenByReader): SQL =>
  shownTo[typeof seen === 'string' ? seen : 'ofFirm']

/** Requires the condition `isSeen` for administrators. All other readers get only loans that they see. */
export const fromLoans = (seen: SeenByReader) =>
  sql`from ${seenLoans(seen)} left join ${photos} on ${coverOfLoan}`

/** Converts a selected row to the contract's format, in which most loans have none of the flags. */
export function withFlags<
  Row extends Pick<LoanRow, 'isDraft' | 'audience' | 'isTeaser' | keyof typeof pendingTerms>,
>({ isDraft, audience, isTeaser, isTermsPending, termsRespondBy, ...loan }: Row) {
  return {
    ...loan,
    ...(isDraft && { isDraft }),
    ...(audience && { audience }),
    ...(isTeaser && { isTeaser }),
    ...(isTermsPending && { isTermsPending }),
    ...(termsRespondBy && { termsRespondBy }),
  }
}

export function withMaturity<Row extends LoanRow>(loan: Row): Row {
  const maturity = maturityOf(loan)
  return maturity === null ? loan : { ...loan, maturity }
}

const ofFirm = { firmId: sql.placeholder('firmId') }
const own = { firmId: sql`${ofFirm.firmId}::uuid`, loanId: sql`${loans.id}` }

// Rounded amounts don't follow from the sum of the shares. The book shows the same sum.
const fromLoan = (seen: SeenByReader) => sql`${fromLoans(seen)} cross join lateral (
  select coalesce(sum(amount) filter (where is_soft_commit), 0)::numeric(30, 2)::text as soft_amount,
    coalesce(bool_or(firm_id = ${own.firmId}), false) as is_holder
  from commitments where loan_id = ${loans.id} and status = 'active') book
  where ${loans.id} = ${sql.placeholder('id')} and ${isSeenRow(seen)}`

const selectLoan = (seen: SeenByReader, selection: SQL) => {
  const select = prepared<LoanRow, { id: string; firmId: string | null }>(
    sql`select ${selection} ${fromLoan(seen)}`,
  )
  return async (db: Queryable, id: string, firmId: string | null = null) =>
    (await select(db, { id, firmId }))[0]
}
// Withdrawn and released commitments also count, because the lenders' history and receipts refer to the loan. The
// originator's hold doesn't.
const everCommitted = sql`exists (
  select from commitments where loan_id = ${loans.id} and not is_hold)`
const softAmount = sql`book.soft_amount as "softAmount"`
const columnsOf = {
  ofFirm: sql`${shownTo.ofFirm}, ${softAmount}`,
  all: sql`${shownTo.all}, ${softAmount}, ${everCommitted} as "hasCommitments"`,
}
const lookUp = {
  ofFirm: selectLoan(ofFirm, columnsOf.ofFirm),
  all: selectLoan('all', columnsOf.all),
}

/**
 * Returns any loan, including drafts, for administrators.
 * @throws {ApiError} 404 if the loan doesn't exist.
 */
export async function findAnyLoan(db: Queryable, id: string): Promise<LoanRow> {
  const loan = await lookUp.all(db, id)
  if (!loan) throw notFound('The loan')
  return withFlags(loan)
}

type Reader = Pick<Services, 'db'> & Caller

/**
 * Returns the loan as the caller sees it, which can be a teaser.
 * @throws {ApiError} 404 unless the caller can see the loan.
 */
export async function findSeenLoan(
  reader: Reader,
  id: string,
  db: Queryable = reader.db,
): Promise<LoanRow> {
  const seen = loansSeenBy(reader)
  if (seen === 'all') return findAnyLoan(db, id)
  const loan = await lookUp.ofFirm(db, id, seen.firmId)
  if (!loan) throw notFound('The loan')
  return withFlags(loan)
}

/**
 * Returns a loan that the caller sees in full, for what a teaser doesn't have.
 * @throws {ApiError} 403 if the caller sees only a teaser, and 404 unless the caller can see the loan.
 */
export const findFullLoan = async (reader: Reader, id: string): Promise<LoanRow> =>
  requireFull(await findSeenLoan(reader, id))

/** @throws {ApiError} 403 if the caller sees only a teaser. */
export function requireFull(loan: LoanRow): LoanRow {
  if (loan.isTeaser) throw notAdmitted()
  return loan
}

interface OwnColumns {
  ownMark: Loan['ownMark'] | null
  pass: Loan['pass'] | null
  isHolder: boolean
  accessRequest: Loan['accessRequest'] | null
}
const ownMark = sql`(select json_build_object('stage', stage, 'note', note) from loan_marks
  where user_id = ${sql.placeholder('userId')}::uuid and loan_id = ${loans.id}) as "ownMark"`
const lookUpForReader = (seen: SeenByReader, selection: SQL) =>
  prepared<
    Omit<LoanRow, keyof OwnColumns> & OwnColumns,
    { id: string; userId: string; firmId: string | null }
  >(sql`
    select ${selection}, ${ownMark}, ${selectPass(own)} as pass, book.is_holder as "isHolder",
      case when ${isTeaserRow(seen)} then ${newestOwnRequest(own)} end as "accessRequest"
    ${fromLoan(seen)}`)
const lookUpOwn = {
  ofFirm: lookUpForReader(ofFirm, columnsOf.ofFirm),
  all: lookUpForReader('all', columnsOf.all),
}

/**
 * Like `findSeenLoan`, but also returns the reader's own mark, the pass of a lender's firm, and whether it can pass or
 * ask for access.
 */
export async function findLoanForReader(reader: Reader, id: string): Promise<LoanRow> {
  const { principal, db } = reader
  if (!principal) return findSeenLoan(reader, id)
  const seen = loansSeenBy(reader)
  const userId = principal.account.id
  const [row] =
    seen === 'all'
      ? await lookUpOwn.all(db, { id, userId, firmId: firmOf(principal) })
      : await lookUpOwn.ofFirm(db, { id, userId, firmId: seen.firmId })
  if (!row) throw notFound('The loan')
  const { ownMark: mark, pass, isHolder, accessRequest, ...loan } = row
  return {
    ...withFlags(loan),
    ...(mark && { ownMark: mark }),
    ...(isLender(actingRole(reader)) && {
      isUndecided: !pass && !isHolder,
      mayRequestAccess: accessRequest?.state !== 'open',
      ...(pass && { pass }),
      ...(accessRequest && { accessRequest }),
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
  const loan = await findSeenLoan(reader, id, db)
  requirePublished(loan)
  return loan
}

/** @throws {ApiError} 409 for a draft. */
export function requirePublished({ isDraft }: Pick<LoanRow, 'isDraft'>) {
  if (isDraft === 'true') throw conflict('This loan is a draft. Publish it first.', 'loan_draft')
}

/** Columns that responses omit, like all undefined fields. Rest patterns copy a loan several times as slowly. */
const unsent = {
  hasCommitments: undefined,
  isUndecided: undefined,
  mayRequestAccess: undefined,
  lead: undefined,
}

// Fields added after a spread of a whole loan take twenty times as long as before it.
export const withPermissions = (caller: Caller, loan: LoanRow): Loan => ({
  takesCommitments: toFlag(bookTakesCommitments(loan, new Date())),
  credit: creditOf(loan),
  can: permissionsOnLoan(actingRole(caller), loan),
  ...loan,
  ...unsent,
  audience: actingRole(caller) === 'admin' ? loan.audience : undefined,
})
