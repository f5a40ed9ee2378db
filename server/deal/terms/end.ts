/** Ends a proposal of other terms: puts them into effect, or cancels them. */
import { randomUUID } from 'node:crypto'
import type { TermsProposal } from '#contract/deal/terms.ts'
import { applyTerms, pickTerms, stakesIn, type Stake } from '#domain/book/deal/changed-terms.ts'
import type { Line } from '#domain/book/lines.ts'
import { groupBy } from '#domain/groups.ts'
import { compareFigures, sumMoney, zeroPercent } from '#domain/money.ts'
import { entryOfLapse } from '#domain/book/deal/lapse.ts'
import { entryOfTermsEnd } from '#domain/book/deal/terms-entries.ts'
import { noticeOfCancel, noticeOfKept, noticeOfLapse } from '#domain/book/deal/terms-notices.ts'
import { refusalOfStatus } from '#domain/book/refusals.ts'
import { changedTerms } from '#domain/loans/credit/terms.ts'
import { formatMoment } from '#domain/days.ts'
import { actorOf } from '#server/audit/record.ts'
import { changesOfBook, writeBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { termsProposals } from '#server/database/schema/terms.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { entryOfChange } from '#server/loans/audit-entries.ts'
import { noticeOfTerms } from '#server/loans/change-loan.ts'
import { changesOfStats } from '#server/loans/publication.ts'
import { findAnyLoan, type LoanRow } from '#server/loans/read-loans.ts'
import { eq, sql } from 'drizzle-orm'
import { readMakers } from '#server/book/makers.ts'
import { lockProposal, requireOpen } from './lock.ts'
import {
  awaited,
  confirmedIn,
  describeProposal,
  findProposal,
  listAnswers,
  withStakes,
  type StoredAnswer,
  type StoredProposal,
} from './read-proposals.ts'

/** Commitments that weren't confirmed lapse in the same transaction, so nobody is bound to what it didn't confirm. */
export const applyProposal = (context: Context<'admin'>, id: string): Promise<TermsProposal> =>
  change(context, {
    lock: (tx) => lockProposal(tx, id),
    async run(tx, { at, book }) {
      const { principal, request } = context
      const proposal = await findProposal(tx, id)
      requireOpen(proposal)
      const { loan, lines } = book
      const stakes = stakesIn(lines, proposal.proposed)
      const stored = await listAnswers(tx, id)
      const answers = withStakes(stored, stakes)
      requireSameBook(proposal, { loan, stakes, stored })
      requireAnswers(proposal, answers)
      const applied = applyTerms(book, proposal.proposed, confirmedIn(answers), at)
      await end(tx, proposal, { state: 'applied', endedBy: principal.account.id, at })
      await tx
        .update(loans)
        .set({ ...proposal.proposed, version: sql`${loans.version} + 1`, isTermsPending: false })
        .where(eq(loans.id, loan.id))
      await writeBooks(tx, actorOf(request, principal), {
        loans: [applied.loan],
        stored: applied.stored,
      })
      const kept = keptStakes(stakes, applied.kept)
      await freezeAnswers(tx, id, new Map([...stakes, ...kept]))
      const now = await findAnyLoan(tx, loan.id)
      const lapses = await lapsesOf(tx, loan, applied.lapsed, answers)
      const terms = changedTerms(loan, now)
      return {
        result: await describeProposal(tx, await findProposal(tx, id), { loan: now }),
        entries: [
          entryOfChange({ before: loan, now }, applied.softChanges, applied.bindingChanges),
          entryOfTermsEnd('termsApplied', loan, proposal, {
            confirmed: namesOf(answers, 'confirmed'),
            declined: namesOf(answers, 'declined'),
            unanswered: namesOf(answers, 'asked'),
          }),
          ...lapses.map(({ entry }) => entry),
        ],
        notices: [
          ...[...kept.values()].map((stake) => noticeOfKept(loan, proposal, stake)),
          ...lapses.map(({ notice }) => notice),
          ...(applied.softHolders.length > 0
            ? [
                noticeOfTerms(applied.softHolders, principal.account.id, {
                  ...{ terms, before: loan, now },
                }),
              ]
            : []),
        ],
        changes: [
          { topic: 'loans', subject: loan.id },
          ...changesOfBook(loan.id, [...new Set([...stakes.keys(), ...applied.softHolders])]),
          ...changesOfStats(now),
        ],
      }
    },
  })

/** The amounts that the lenders hold now. Cents can be placed otherwise than if all had confirmed. */
const keptStakes = (
  stakes: ReadonlyMap<string, Stake>,
  kept: readonly Line[],
): Map<string, Stake> =>
  new Map(
    [...groupBy(kept, ({ firmId }) => firmId)].flatMap(([firmId, own]) => {
      const stake = stakes.get(firmId)
      const newAmount = sumMoney(own.map(({ amount }) => amount))
      return stake ? [[firmId, { ...stake, newAmount }]] : []
    }),
  )

/**
 * The release before, which knows no proposals, can bind lenders that weren't asked. The loan's form can change the terms
 * once nobody is bound anymore.
 */
function requireSameBook(
  { previous }: StoredProposal,
  {
    loan,
    stakes,
    stored,
  }: { loan: LoanRow; stakes: ReadonlyMap<string, Stake>; stored: readonly StoredAnswer[] },
) {
  const refusal = refusalOfStatus(loan)
  if (refusal) throw conflict(refusal.message, refusal.code)
  const asked = new Map(stored.map(({ firmId, percentage }) => [firmId, percentage]))
  const isAsked = [...stakes.values()].every(
    ({ firmId, percentage }) => compareFigures(percentage, asked.get(firmId) ?? zeroPercent) <= 0,
  )
  if (!isAsked || changedTerms(previous, pickTerms(loan)).length > 0)
    throw conflict(
      'The loan has changed since these terms were proposed. Cancel them, then propose them again.',
      'book_changed',
    )
}

function requireAnswers({ isOver, respondBy }: StoredProposal, answers: readonly StoredAnswer[]) {
  const missing = awaited(answers).length
  if (isOver || missing === 0) return
  throw conflict(
    `${missing === 1 ? '1 lender' : `${missing} lenders`} may still answer until ${formatMoment(respondBy)}`,
    'answers_missing',
  )
}

/** Keeps the figures as they ended, and deletes the questions of lenders that were released before they answered. */
async function freezeAnswers(tx: Queryable, id: string, stakes: ReadonlyMap<string, Stake>) {
  const rows = [...stakes.values()].map(({ firmId, percentage, amount, newAmount }) => ({
    ...{ firmId, percentage, amount, newAmount },
  }))
  await tx.execute(sql`
    update terms_answers set percentage = now.percentage, amount = now.amount, new_amount = now."newAmount"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as now ("firmId" uuid, percentage numeric, amount numeric, "newAmount" numeric)
    where proposal_id = ${id}::uuid and firm_id = now."firmId"`)
  await tx.execute(sql`
    delete from terms_answers where proposal_id = ${id}::uuid and state = 'asked'
      and firm_id <> all(${sql.param([...stakes.keys()])}::uuid[])`)
}

interface End {
  state: 'applied' | 'canceled'
  endedBy: string
  at: string
}

const end = (tx: Transaction, { id }: StoredProposal, { state, endedBy, at }: End) =>
  tx
    .update(termsProposals)
    .set({ state, endedBy, endedAt: new Date(at) })
    .where(eq(termsProposals.id, id))

const namesOf = (answers: readonly StoredAnswer[], state: StoredAnswer['state']) =>
  answers.filter((answer) => answer.state === state).map(({ lenderName }) => lenderName)

async function lapsesOf(
  tx: Transaction,
  loan: LoanRow,
  lapsed: readonly Line[],
  answers: readonly StoredAnswer[],
) {
  const maker = await readMakers(tx, lapsed)
  return lapsed.map((line) => {
    const hasDeclined = answers.some(
      ({ firmId, state }) => firmId === line.firmId && state === 'declined',
    )
    const receiptId = randomUUID()
    const reason = hasDeclined ? 'the new terms were declined' : "the new terms weren't confirmed"
    return {
      entry: entryOfLapse({ receiptId, lender: maker(line) }, loan, line, reason),
      notice: noticeOfLapse(loan, line, { reason, receiptId }),
    }
  })
}

/** Nothing changes but that lenders can be bound again. */
export const cancelProposal = (context: Context<'admin'>, id: string): Promise<TermsProposal> =>
  change(context, {
    lock: (tx) => lockProposal(tx, id),
    async run(tx, { at, book: { loan, lines } }) {
      const proposal = await findProposal(tx, id)
      requireOpen(proposal)
      const stakes = stakesIn(lines, proposal.proposed)
      await freezeAnswers(tx, id, stakes)
      await end(tx, proposal, {
        ...{ state: 'canceled', endedBy: context.principal.account.id, at },
      })
      await tx.update(loans).set({ isTermsPending: false }).where(eq(loans.id, loan.id))
      const firmIds = [...stakes.keys()]
      return {
        result: await describeProposal(tx, await findProposal(tx, id), { loan }),
        entries: [entryOfTermsEnd('termsCanceled', loan, proposal, {})],
        notices: firmIds.length > 0 ? [noticeOfCancel(loan, firmIds)] : [],
        changes: [{ topic: 'loans', subject: loan.id }, ...changesOfBook(loan.id, firmIds)],
      }
    },
  })
