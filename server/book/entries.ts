import type { Book, BookEntry } from '#contract/book/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { sumBook, sumByFirm } from '#domain/book/sums.ts'
import type { BookState } from '#domain/loans/dates/book-stages.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import { fullName } from '#domain/texts.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { users } from '#server/database/schema/accounts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { notFound } from '#server/errors.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { withPermissions, findAnyLoan } from '#server/loans/read-loans.ts'
import { isReachableLender } from '#server/notices/notify.ts'
import { displayNameOf, ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { type Caller, actingRole, firmOf } from '#server/sign-in/principal.ts'
import { permissionsOnCommitment } from '#domain/book/permissions.ts'
import type { Position } from '#domain/book/commitments.ts'
import { desc, eq, sql, type InferSelectModel, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isFirmEligible } from './shares.ts'

/** A caller who reads a book, in which the originator goes by the company's name. */
export type BookReader = Caller & { config: Pick<Config, 'requireAdmin2fa' | 'company'> }

export const readBook = (caller: BookReader & { db: Database }, loanId: string): Promise<Book> =>
  readSnapshot(caller.db, async (tx) => {
    const loan = await findAnyLoan(tx, loanId)
    const entries = await listEntries(tx, eq(commitments.loanId, loanId))
    const lines = entries
      .filter((entry) => entry.status === 'active')
      .map((entry) => ({ ...entry, ...holderOf(caller, entry), isSoft: entry.isSoftCommit }))
    const holders = sumByFirm(lines).map(({ lines: [first], sums }) => ({
      lenderId: first.lenderId,
      firmId: first.firmId,
      lenderName: first.lenderName,
      lenderEmail: first.lenderEmail,
      lenderCompanyName: first.lenderCompanyName,
      isHold: toFlag(first.isHold),
      ...sums,
    }))
    return {
      loan: withPermissions(caller, loan),
      entries: entries.map((entry) => toBookEntry(caller, entry)),
      holders,
      totals: sumBook(loan.amount, lines),
    }
  })

/** @throws {ApiError} 404 if the entry doesn't exist. */
export async function findEntry(
  caller: BookReader & { db: Database },
  id: string,
): Promise<BookEntry> {
  const [found] = await listEntries(caller.db, eq(commitments.id, id))
  if (!found) throw notFound('The commitment')
  return toBookEntry(caller, found)
}

type Entry = Omit<
  BookEntry,
  'isReachable' | 'isAdmin' | 'isSoftCommit' | 'isHold' | 'hasReceipt' | 'can'
> & {
  isHold: boolean
  isReachable: boolean
  isAdmin: boolean
  isSoftCommit: boolean
  hasReceipt: boolean
  loanStatus: LoanStatus
  book: BookState
  isEligible: boolean
}

export const toBookEntry = (
  caller: BookReader,
  { loanStatus, book, isEligible, ...entry }: Entry,
): BookEntry => ({
  ...entry,
  ...holderOf(caller, entry),
  isHold: toFlag(entry.isHold),
  isReachable: toFlag(entry.isReachable),
  isAdmin: toFlag(entry.isAdmin),
  isSoftCommit: toFlag(entry.isSoftCommit),
  hasReceipt: toFlag(entry.hasReceipt),
  can: entry.isHold
    ? []
    : permissionsOf(
        caller,
        { firmId: entry.firmId, isEligible },
        { status: entry.status, isSoft: entry.isSoftCommit, loanStatus, book },
      ),
})

type Holder = Pick<Entry, 'lenderName' | 'lenderEmail' | 'lenderCompanyName'>

/** The originator goes by the company's name, not by that of the administrator who set the hold. */
export const holderOf = (
  { config: { company } }: BookReader,
  { isHold, lenderName, lenderEmail, lenderCompanyName }: Holder & { isHold: boolean },
): Holder =>
  isHold
    ? { lenderName: company.name, lenderEmail: company.email, lenderCompanyName: null }
    : { lenderName, lenderEmail, lenderCompanyName }

export async function listEntries(
  db: Queryable,
  condition: SQL | undefined,
  limit?: number,
): Promise<Entry[]> {
  const [recorders, releasers, actors] = [
    alias(users, 'recorders'),
    alias(users, 'releasers'),
    alias(users, 'actors'),
  ]
  const asked = db
    .select({
      commitment: commitments,
      createdAtText: utcText(commitments.createdAt),
      endedAtText: sql<string | null>`${utcText(commitments.endedAt)}`,
      lender: {
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        companyName: users.companyName,
      },
      displayName: displayNameOf(sql`commitments.firm_id`),
      firmName: ownNameOf(sql`commitments.firm_id`),
      isReachable: isReachableLender('users'),
      isAdmin: users.isAdmin,
      isEligible: isFirmEligible(sql`${commitments.firmId}`),
      loanStatus: loans.status,
      book: {
        bookStage: loans.bookStage,
        commitmentDeadline: momentText(loans.commitmentDeadline),
        isTermsPending: sql<'true' | 'false'>`${loans.isTermsPending}::text`,
      },
      recorder: { firstName: recorders.firstName, lastName: recorders.lastName },
      releaser: { firstName: releasers.firstName, lastName: releasers.lastName },
      actedFor: { firstName: actors.firstName, lastName: actors.lastName },
      // The audit entry for creating a commitment has the same id as the commitment.
      isOnRecord: sql<boolean>`exists (
        select from ${audit} where ${audit.id} = ${commitments.id} and ${audit.kind} = 'commitmentMade')`,
    })
    .from(commitments)
    .innerJoin(users, eq(users.id, commitments.lenderId))
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .leftJoin(recorders, eq(recorders.id, commitments.recordedBy))
    .leftJoin(releasers, eq(releasers.id, commitments.releasedBy))
    .leftJoin(actors, eq(actors.id, commitments.actedBy))
    .where(condition)
    .orderBy(
      desc(eq(commitments.status, 'active')),
      desc(commitments.createdAt),
      desc(commitments.id),
    )
    .$dynamic()
  const rows = await (limit === undefined ? asked : asked.limit(limit))
  return rows.map(({ commitment, lender, recorder, releaser, createdAtText, ...row }) => ({
    id: commitment.id,
    lenderId: commitment.lenderId,
    firmId: commitment.firmId,
    lenderName: row.displayName,
    firmName: row.firmName,
    personName: fullName(lender),
    lenderEmail: lender.email,
    lenderCompanyName: lender.companyName,
    isHold: commitment.isHold,
    isReachable: row.isReachable,
    isAdmin: row.isAdmin,
    percentage: commitment.percentage,
    amount: commitment.amount,
    isSoftCommit: commitment.isSoftCommit,
    status: commitment.status,
    createdAt: createdAtText,
    endedAt: row.endedAtText,
    recordedBy: recorder && fullName(recorder),
    releasedBy: releaser && fullName(releaser),
    releaseReason: commitment.releaseReason,
    instruction: instructionOf(commitment, row.actedFor),
    withdrawnBy: withdrawerOf(commitment, row.actedFor),
    loanAmount: commitment.loanAmount,
    interestRate: commitment.interestRate,
    term: commitment.term,
    hasReceipt: row.isOnRecord,
    loanStatus: row.loanStatus,
    book: row.book,
    isEligible: row.isEligible,
  }))
}

type Row = InferSelectModel<typeof commitments>
type Acted = { firstName: string; lastName: string } | null

function instructionOf(
  { instructedBy, instructedOn }: Row,
  actor: Acted,
): BookEntry['instruction'] {
  if (!actor || instructedBy === null || instructedOn === null) return null
  return { actedBy: fullName(actor), instructedBy, instructedOn }
}

const withdrawerOf = ({ instructedBy }: Row, actor: Acted) =>
  actor && instructedBy === null ? fullName(actor) : null

export const permissionsOf = (
  caller: Caller,
  holder: { firmId: string; isEligible: boolean; isOwnPosition?: boolean },
  position: Position & { book: BookState },
) =>
  permissionsOnCommitment(
    {
      role: actingRole(caller),
      isHolder: caller.principal !== null && firmOf(caller.principal) === holder.firmId,
      isHolderEligible: holder.isEligible,
      isOwnPosition: holder.isOwnPosition ?? false,
    },
    position,
  )
