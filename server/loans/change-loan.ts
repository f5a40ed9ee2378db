/**
 * Creates, changes, and deletes loans. Terms can't change once lenders are bound to them. Lenders are notified of other
 * changes.
 */
import { randomUUID } from 'node:crypto'
import type { LoanChange, LoanContents } from '#contract/loans/shapes.ts'
import { deadlineSentence } from '#domain/loans/dates/deadlines.ts'
import { loanFieldName } from '#domain/loans/field-texts.ts'
import { settleRates } from '#domain/loans/credit/note-rate.ts'
import { changedTerms, describeTerms, type TermField } from '#domain/loans/credit/terms.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { fundingDay } from '#domain/loans/funding.ts'
import { teaserAddressOf } from '#domain/audience/teaser-address.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { loanCan, refusalOfLoanAction, statusAction } from '#domain/loans/statuses.ts'
import { compareFigures, formatCents, zeroMoney, type Money } from '#domain/money.ts'
import { dayAt } from '#domain/time-zone.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { followTerms } from '#domain/book/settle.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { actorOf } from '#server/audit/record.ts'
import { ownBookChange, writeBooks, type LockedBook, lockBooks } from '#server/book/with-book.ts'
import type { Outcome } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { loans } from '#server/database/schema/loans.ts'
import { ApiError, conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { discardFiles } from '#server/storage/discarded.ts'
import { and, eq, sql } from 'drizzle-orm'
import { changedFields, entryOfChange, entryOfDeletion, fieldsOf } from './audit-entries.ts'
import { noticesOfNewLoan } from './new-loan-notice.ts'
import { changesOfEnd, changesOfStats, deleteUnseenNotices, isDraft } from './publication.ts'
import { findAnyLoan, type LoanRow } from './read-loans.ts'
import { requireFunds } from './funds.ts'
import { requireVersion } from './versions.ts'

type LoanFieldsSent = Omit<LoanChange, 'version'>

export async function storeNew(
  tx: Queryable,
  loan: Body<Endpoints['createLoan']>,
): Promise<Outcome<LoanRow>> {
  const id = randomUUID()
  const fundedOn = fundingDay(loan, null, dayAt(new Date()))
  const state = stateOf(loan.propertyAddress ?? null)
  await tx.insert(loans).values({ ...loan, ...settleRates(loan, null), id, fundedOn, state })
  const made = await findAnyLoan(tx, id)
  return {
    result: made,
    entries: [
      {
        kind: 'loanCreated',
        loan: made,
        after: { ...fieldsOf(made), ...(isDraft(made) && { isDraft: made.isDraft }) },
      },
    ],
    changes: [{ topic: 'loans', subject: id }, ...changesOfStats(made)],
    // Lenders aren't notified of a loan that is already funded.
    notices:
      !isDraft(made) && loanCan('commit', loan.status) ? await noticesOfNewLoan(tx, made) : [],
  }
}

export async function changeLoan(
  tx: Transaction,
  { principal, request }: Context<'admin'>,
  { loan, lines }: LockedBook,
  { version, ...sent }: LoanChange,
): Promise<Outcome<LoanRow>> {
  await requireVersion(tx, loan, {
    userId: principal.account.id,
    version,
    advice: 'Nothing was saved. Review what changed, then save again.',
  })
  const rates = settleRates(sent, loan)
  const { next, fields } = changeOf(loan, { ...sent, ...rates })
  if (fields.length === 0) return { result: await findAnyLoan(tx, loan.id) }
  const terms = changedTerms(loan, next)
  // Checks the stored status, not the new one. A funded loan's terms can therefore be changed only in two saves, which
  // makes accidental changes less likely.
  requireFreeTerms(loan, terms)
  requireStatusAction(loan, next)
  requireUnregistered(loan, fields, terms)
  if (statusAction(loan.status, next.status) === 'fund') await requireFunds(tx, loan)
  await store(tx, loan.id, {
    ...sent,
    ...rates,
    fundedOn: next.fundedOn,
    state: stateOf(next.propertyAddress),
    teaserAddress: teaserAddressOf(next.propertyAddress),
  })
  if (statusAction(loan.status, next.status) === 'fund') await endAccessRequests(tx, loan.id)
  const soft = terms.length > 0 ? followTerms(lines, next) : null
  if (soft) {
    // If lenders were bound, the terms couldn't change. The committed amount is therefore that of the hold.
    const { stored, committedAmount } = soft
    const sums = [{ ...loan, committedAmount }]
    await writeBooks(tx, actorOf(request, principal), { loans: sums, stored })
  }
  const now = await findAnyLoan(tx, loan.id)
  return {
    result: now,
    entries: [entryOfChange({ before: loan, now }, soft?.changes)],
    changes: [
      { topic: 'loans', subject: loan.id },
      ...(soft ? [{ topic: 'book', subject: loan.id } as const] : []),
      ...changesOfStats(now),
    ],
    notices: soft
      ? [noticeOfTerms(soft.holders, principal.account.id, { terms, before: loan, now })]
      : [],
  }
}

export const noticeOfTerms = (
  holders: readonly string[],
  actorId: string,
  { terms, before, now }: { terms: readonly TermField[]; before: LoanRow; now: LoanRow },
): AddressedNotice => ({
  to: 'firms',
  ids: holders,
  except: [actorId],
  notice: {
    type: 'termsChanged',
    loanId: now.id,
    message: `The terms of ${now.title} changed: ${describeTerms(terms, before, now)}. Your soft commitment follows them; you may change or withdraw it.${deadlineSentence(now)}`,
  },
})

/** Deletes a loan and everything that belongs to it. Returns the store paths of its files. */
export async function eraseLoan(
  tx: Transaction,
  { principal }: Context<'admin'>,
  loan: LoanRow,
  { version, bindingAmount }: Query<Endpoints['deleteLoan']>,
): Promise<Outcome<string[]>> {
  await requireVersion(tx, loan, { userId: principal.account.id, version, advice: notDeleted })
  await requireShownBinding(tx, loan.id, bindingAmount)
  const refusal = refusalOfLoanAction('delete', loan.status)
  if (refusal) throw conflict(refusal, 'loan_funded')
  requireOpenBook(loan)
  const paths = await filesOf(tx, loan.id)
  await discardFiles(tx, paths)
  const holders = await holdersOf(tx, loan.id)
  const entry = await entryOfDeletion(tx, loan)
  const ended = await changesOfEnd(tx, loan)
  await deleteUnseenNotices(tx, loan.id)
  // The loan's rows are deleted by cascade. Notifications about the loan are kept without a link.
  await tx.delete(loans).where(eq(loans.id, loan.id))
  return {
    result: paths,
    entries: [entry],
    changes: [...ended, ...holders.map(ownBookChange)],
    notices: [
      {
        to: 'firms',
        ids: holders,
        except: [principal.account.id],
        notice: {
          type: 'loanRemoved',
          message: `${loan.title} was removed, along with your commitment to it.`,
        },
      },
    ],
  }
}

export async function readContents(db: Queryable, id: string): Promise<LoanContents> {
  // A single statement ensures that the figures are consistent.
  const { rows } = await db.execute<{ [Name in keyof LoanContents]: LoanContents[Name] }>(sql`
    select l.version::text as "version", l.title, l.status,
      (select count(*)::int from commitments where loan_id = l.id
        and status = 'active' and not is_soft_commit and not is_hold) as "bindingCommitments",
      ${amountOfLenders} as "bindingAmount",
      (select count(*)::int from commitments where loan_id = l.id
        and status = 'active' and is_soft_commit) as "softCommitments",
      (select count(*)::int from documents where loan_id = l.id) as "documents",
      (select count(*)::int from photos where loan_id = l.id) as "photos",
      (select count(*)::int from messages where loan_id = l.id) as "messages"
    from loans l where l.id = ${id}`)
  const [contents] = rows
  if (!contents) throw notFound('The loan')
  return contents
}

function requireOpenBook({ bookStage }: LoanRow) {
  if (bookStage === 'closed')
    throw conflict('The book of this loan is closed. Reopen its book first.', 'deal_closed')
}

const notDeleted = 'Nothing was deleted. Review what changed, then delete again.'

/** The originator's hold binds no lender, so people who delete the loan needn't confirm it. */
const amountOfLenders = sql`l.committed_amount - (select coalesce(sum(amount), 0) from commitments
  where loan_id = l.id and status = 'active' and is_hold)`

/** Rejects a deletion if the binding amount differs from the amount that the user confirmed. */
async function requireShownBinding(tx: Queryable, id: string, shown: Money | undefined) {
  if (shown === undefined) return
  const { rows } = await tx.execute<{ amount: Money }>(sql`
    select ${amountOfLenders} as amount from loans l where l.id = ${id}::uuid`)
  const amount = rows[0]?.amount ?? zeroMoney
  if (compareFigures(amount, shown) === 0) return
  throw conflict(
    `${formatCents(amount)} of this loan is binding now, not ${formatCents(shown)} as when you opened it. ${notDeleted}`,
    'changed_meanwhile',
  )
}

/** Returns the changed loan, and the fields that differ. Omitted fields keep their values. */
function changeOf(loan: LoanRow, sent: LoanFieldsSent) {
  const values = Object.entries(sent).filter(([, value]) => value !== undefined)
  const changed: LoanRow = { ...loan, ...Object.fromEntries(values) }
  const next = { ...changed, fundedOn: fundingDay(changed, loan.status, dayAt(new Date())) }
  return { next, fields: changedFields(loan, next) }
}

/** @throws {ApiError} 409 with a message per field, if lenders are bound to the terms or the loan is funded. */
function requireFreeTerms(loan: LoanRow, fields: readonly TermField[]) {
  const fundedReason = refusalOfLoanAction('changeTerms', loan.status)
  const isFunded = fundedReason !== null
  const isBound = compareFigures(loan.committedPercentage, loan.holdPercentage) > 0
  if (fields.length === 0 || (!isFunded && !isBound)) return
  const refused = new Intl.ListFormat('en').format(fields.map(loanFieldName))
  const why = fundedReason ?? 'Lenders are bound to this loan as it is'
  const at = (field: TermField) =>
    isFunded
      ? `The loan is funded on this ${loanFieldName(field)}`
      : `Lenders are bound to this ${loanFieldName(field)}`
  throw new ApiError(409, 'terms_fixed', `${why}: its ${refused} can't be changed`, {
    fields: Object.fromEntries(fields.map((field) => [field, at(field)])),
  })
}

function requireStatusAction(loan: LoanRow, next: LoanRow) {
  const action = statusAction(loan.status, next.status)
  const refusal = action && refusalOfLoanAction(action, loan.status)
  if (refusal) throw conflict(refusal, 'not_allowed_now')
  const ofStage = action === 'fund' && refusalOfStage('fund', loan, new Date().toISOString())
  if (ofStage) throw conflict(ofStage.message, ofStage.code)
}

/** @throws {ApiError} 409 if the book is closed, because its register has the terms and the day. */
function requireUnregistered(loan: LoanRow, fields: readonly string[], terms: readonly string[]) {
  const isDate = fields.includes('commitmentDeadline') || fields.includes('closingDate')
  if (!isDate && terms.length === 0) return
  const refusal = refusalOfStage('editTermsAndDates', loan, new Date().toISOString())
  if (refusal) throw conflict(refusal.message, refusal.code)
}

/** Nobody can join a funded loan. */
const endAccessRequests = (tx: Queryable, loanId: string) =>
  tx.execute(sql`
    update access_requests set state = 'over', answered_at = now()
    where loan_id = ${loanId}::uuid and state = 'open'`)

type DerivedFields = Pick<typeof loans.$inferInsert, 'state' | 'teaserAddress'>

async function store(tx: Queryable, id: string, sent: LoanFieldsSent & DerivedFields) {
  const version = sql`${loans.version} + 1`
  await tx
    .update(loans)
    .set({ ...sent, version })
    .where(eq(loans.id, id))
}

const holdersOf = async (tx: Queryable, loanId: string) => {
  const rows = await tx
    .selectDistinct({ firmId: commitments.firmId })
    .from(commitments)
    .where(and(eq(commitments.loanId, loanId), eq(commitments.status, 'active')))
  return rows.map((row) => row.firmId)
}

async function filesOf(tx: Queryable, loanId: string): Promise<string[]> {
  const papers = await tx
    .select({ path: documents.fileUrl })
    .from(documents)
    .where(eq(documents.loanId, loanId))
  const pictures = await tx
    .select({ path: photos.fileUrl })
    .from(photos)
    .where(eq(photos.loanId, loanId))
  return [...papers, ...pictures].map((row) => row.path)
}

/**
 * Locks a loan in the same way as a book action does, and reads it. `update` also blocks new references to the loan.
 */
export async function lockLoan(
  tx: Transaction,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<LoanRow> {
  await tx.execute(sql`select id from loans where id = ${id}::uuid for ${sql.raw(strength)}`)
  return findAnyLoan(tx, id)
}

export async function lockBook(tx: Transaction, id: string): Promise<LockedBook> {
  const { books } = await lockBooks(tx, { people: [], loanIds: [id] })
  const [book] = books
  if (!book) throw notFound('The loan')
  return book
}
