/** Changing and deleting a loan: terms that lenders are bound to can't change; other changes notify holders. */
import type { Loan, LoanChange, LoanContents } from '#contract/loans/shapes.ts'
import { utcDay } from '#domain/days.ts'
import { formatLoanField, loanFieldName, type LoanField } from '#domain/loans/fields.ts'
import { fundingDay } from '#domain/loans/funding.ts'
import { refusalOfLoanAction, statusAction } from '#domain/loans/statuses.ts'
import { compareFigures, formatCents, isAboveZero } from '#domain/money.ts'
import { actorOf } from '#server/audit/record.ts'
import { recordChanges, type Change } from '#server/changes/record.ts'
import { type Queryable } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { ApiError, conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { notify } from '#server/notices/notify.ts'
import { discardFiles, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { and, eq, sql } from 'drizzle-orm'
import { othersThan } from '#server/book/notices.ts'
import { sharesOf } from '#server/book/own-shares.ts'
import { recordChange, recordDeletion } from './audit-entries.ts'
import { requireVersion } from './versions.ts'
import { changedFields } from './calls.ts'
import { countLoan, keepOffered } from './figures.ts'
import { moveExposed, readExposed, removeExposed } from './kept-exposure.ts'
import { changesOfSight, isDraft } from './publication.ts'
import { findAnyLoan, withMaturity } from './read.ts'
import { moveSoftTo, type LoanTerms } from '#server/book/soft-shares.ts'
import { lockLoan } from '#server/book/with-book.ts'
import { transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'

/** The loan fields that a change may contain. */
type LoanFieldsSent = Omit<LoanChange, 'version'>
type LoanChangeCalls = 'updateLoan' | 'getLoanContents' | 'deleteLoan'

export const loanChangeHandlers: Pick<Handlers, LoanChangeCalls> = {
  async updateLoan(
    { db, principal, request, kickOutbox },
    { path: { id }, body: { version, ...change } },
  ) {
    const changed = await transactAsAdministrator({ db, principal }, async (tx) => {
      const loan = await lockLoan(tx, id, findAnyLoan)
      await requireVersion(tx, loan, {
        userId: principal.account.id,
        version,
        advice: 'Nothing was saved. Review what changed, then save again.',
      })
      const { next, fields } = changeOf(loan, change)
      // Saving an unchanged form changes nothing.
      if (fields.length === 0) return loan
      const terms = termFields.filter((field) => fields.includes(field))
      // The stored status decides: taking back funded and changing terms takes two saves, so that
      // nobody changes the terms of a paid-out loan by accident.
      requireFreeTerms(loan, terms)
      requireStatusAction(loan, next)
      const exposed = fields.some((field) => exposedBy.has(field))
        ? await readExposed(tx, id)
        : null
      await store(tx, id, { ...change, fundedOn: next.fundedOn })
      if (fields.includes('status') || fields.includes('amount')) await keepOffered(tx, id)
      const soft = terms.length > 0 ? await moveSoftTo(tx, id, next) : null
      await recordChanges(tx, { topic: 'loans', subject: id })
      if (soft) await recordChanges(tx, { topic: 'book', subject: id })
      const now = await findAnyLoan(tx, id)
      if (!isDraft(now)) {
        await countLoan(tx, loan, now)
        await recordChanges(tx, { topic: 'stats' })
      }
      if (exposed) await moveExposed(tx, id, exposed)
      await recordChange(tx, actorOf(request, principal), { before: loan, now }, soft?.changes)
      if (soft)
        await notify(tx, othersThan(principal.account, soft.holders), {
          type: 'termsChanged',
          loanId: id,
          message: `The terms of ${now.title} changed: ${terms.map((field) => changeOfTerm(field, loan, now)).join(', ')}. Your soft commitment follows them; you may change or withdraw it.`,
        })
      return now
    })
    kickOutbox()
    return withMaturity(changed)
  },

  async getLoanContents({ db }, { path: { id } }) {
    // The whole of it in one statement, so that its figures belong together.
    const { rows } = await db.execute<{ [Name in keyof LoanContents]: LoanContents[Name] }>(sql`
      select l.version::text as "version", l.title, l.status,
        (select count(*)::int from commitments where loan_id = l.id
          and status = 'active' and not is_soft_commit) as "bindingCommitments",
        l.committed_amount as "bindingAmount",
        (select count(*)::int from commitments where loan_id = l.id
          and status = 'active' and is_soft_commit) as "softCommitments",
        (select count(*)::int from documents where loan_id = l.id) as "documents",
        (select count(*)::int from photos where loan_id = l.id) as "photos",
        (select count(*)::int from messages where loan_id = l.id) as "messages"
      from loans l where l.id = ${id}`)
    const [contents] = rows
    if (!contents) throw notFound('The loan')
    return contents
  },

  async deleteLoan(
    { db, store: files, principal, request, kickOutbox },
    { path: { id }, query: { version, bindingAmount } },
  ) {
    const paths = await transactAsAdministrator({ db, principal }, async (tx) => {
      const loan = await lockLoan(tx, id, findAnyLoan, 'update')
      await requireVersion(tx, loan, {
        userId: principal.account.id,
        version,
        advice: notDeleted,
      })
      requireShownBinding(loan, bindingAmount)
      const refusal = refusalOfLoanAction('delete', loan.status)
      if (refusal) throw conflict(refusal, 'loan_funded')
      const gone = await filesOf(tx, id)
      await discardFiles(tx, gone)
      const holders = await holdersOf(tx, id)
      await notify(tx, othersThan(principal.account, holders), {
        type: 'loanRemoved',
        message: `${loan.title} was removed, and your commitment to it with it.`,
      })
      await recordDeletion(tx, actorOf(request, principal), loan)
      if (!isDraft(loan)) await countLoan(tx, loan, null)
      await removeExposed(tx, id)
      // The loan's rows are deleted by cascade; notifications about it stay, without a link.
      await tx.delete(loans).where(eq(loans.id, id))
      await recordChanges(tx, ...changesOfDeletion(loan), ...holders.map(sharesOf))
      return gone
    })
    kickOutbox()
    await removeDiscardedFiles({ db, store: files }, paths)
    return null
  },
}

const notDeleted = 'Nothing was deleted. Review what changed, then delete again.'

/** Refuses a deletion whose confirmation showed another binding amount. */
function requireShownBinding(loan: Loan, shown: Loan['committedAmount'] | undefined) {
  if (shown === undefined || compareFigures(shown, loan.committedAmount) === 0) return
  throw conflict(
    `${formatCents(loan.committedAmount)} of this loan is binding now, not ${formatCents(shown)} as when you opened it. ${notDeleted}`,
    'changed_meanwhile',
  )
}

/** Only administrators have seen a draft. */
const changesOfDeletion = (loan: Loan): Change[] =>
  changesOfSight(loan.id).map((change) => ({
    ...change,
    ...(isDraft(loan) && { audience: 'admins' }),
  }))

/** The fields that decide what the exposure counts of a loan, and where. */
const exposedBy: ReadonlySet<LoanField> = new Set([
  'amount',
  'interestRate',
  'term',
  'status',
  'fundedOn',
  'propertyAddress',
])

const termFields = ['amount', 'interestRate', 'term'] as const
type TermField = (typeof termFields)[number]

const changeOfTerm = (field: TermField, before: LoanTerms, now: LoanTerms) =>
  `${loanFieldName(field)} from ${formatLoanField(field, before[field])} to ${formatLoanField(field, now[field])}`

/** The loan after the change, and the fields that differ; omitted fields keep their values. */
function changeOf(loan: Loan, change: LoanFieldsSent) {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const changed: Loan = { ...loan, ...Object.fromEntries(sent) }
  const next = { ...changed, fundedOn: fundingDay(changed, loan.status, utcDay(new Date())) }
  return { next, fields: changedFields(loan, next) }
}

/** 409 with a message per field, when lenders are bound to the terms or the loan is funded. */
function requireFreeTerms(loan: Loan, fields: readonly TermField[]) {
  const fundedReason = refusalOfLoanAction('changeTerms', loan.status)
  const isFunded = fundedReason !== null
  const isBound = isAboveZero(loan.committedPercentage)
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

/** 409 when the status can't become what was sent. */
function requireStatusAction(loan: Loan, next: Loan) {
  const action = statusAction(loan.status, next.status)
  const refusal = action && refusalOfLoanAction(action, loan.status)
  if (refusal) throw conflict(refusal, 'not_allowed_now')
}

/** Stores what was sent. */
async function store(tx: Queryable, id: string, change: LoanFieldsSent) {
  const version = sql`${loans.version} + 1`
  await tx
    .update(loans)
    .set({ ...change, version })
    .where(eq(loans.id, id))
}

const holdersOf = async (tx: Queryable, loanId: string) => {
  const rows = await tx
    .selectDistinct({ lenderId: commitments.lenderId })
    .from(commitments)
    .where(and(eq(commitments.loanId, loanId), eq(commitments.status, 'active')))
  return rows.map((row) => row.lenderId)
}

/** The store paths of a loan's files. */
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
