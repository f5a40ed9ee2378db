/** Reads proposals of other terms for administrators. An open one has the figures of the book as it is. */
import type { TermsAnswer, TermsProposal } from '#contract/deal/terms.ts'
import { toFlag } from '#contract/wire.ts'
import { applyTerms, stakesIn, type Stake } from '#domain/book/deal/changed-terms.ts'
import type { Line } from '#domain/book/lines.ts'
import type { AnswerState, ProposalState } from '#domain/deal/terms/states.ts'
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import { compareFigures, type Money, type Percent } from '#domain/money.ts'
import { isFirmEligible } from '#server/book/shares.ts'
import type { Queryable } from '#server/database/client.ts'
import { personNameOf } from '#server/database/schema/accounts.ts'
import { proposalTerms } from '#server/database/sql/proposal-terms.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { notFound } from '#server/errors.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql, type SQL } from 'drizzle-orm'
import { readActiveLines } from '#server/deal/book-version.ts'

export interface StoredAnswer {
  firmId: string
  lenderName: string
  companyName: string | null
  state: AnswerState
  percentage: Percent
  amount: Money
  newAmount: Money
  answeredAt: string | null
  answeredBy: string | null
  how: string | null
  declineReason: string | null
  receiptId: string | null
  isEligible: boolean
}

export interface StoredProposal {
  id: string
  loanId: string
  state: ProposalState
  previous: FullTerms
  proposed: FullTerms
  reason: string
  respondBy: string
  /** True once the time to answer is over, by the database's clock. */
  isOver: boolean
  proposedAt: string
  proposedBy: string | null
  endedAt: string | null
  endedBy: string | null
}

export const proposalColumns = sql`p.id, p.loan_id as "loanId", p.state, ${proposalTerms('old')} as previous,
  ${proposalTerms('new')} as proposed, p.reason, ${momentText(sql`p.respond_by`)} as "respondBy",
  p.respond_by <= clock_timestamp() as "isOver", ${utcText(sql`p.created_at`)} as "proposedAt",
  ${utcText(sql`p.ended_at`)} as "endedAt"`

export const answerColumns = sql`a.firm_id as "firmId", a.state, a.percentage::text, a.amount::text,
  a.new_amount::text as "newAmount", ${utcText(sql`a.answered_at`)} as "answeredAt",
  ${personNameOf(sql`a.answered_by`)} as "answeredBy", a.how, a.reason as "declineReason", a.receipt_id as "receiptId"`

/** @throws {ApiError} 404 if the proposal doesn't exist. */
export async function findProposal(
  tx: Queryable,
  id: string,
  what = 'The proposal',
): Promise<StoredProposal> {
  const [found] = await selectProposals(tx, sql`p.id = ${id}::uuid`)
  if (!found) throw notFound(what)
  return found
}

async function selectProposals(tx: Queryable, condition: SQL): Promise<StoredProposal[]> {
  const { rows } = await tx.execute<{ [Name in keyof StoredProposal]: StoredProposal[Name] }>(sql`
    select ${proposalColumns}, ${personNameOf(sql`p.proposed_by`)} as "proposedBy",
      ${personNameOf(sql`p.ended_by`)} as "endedBy"
    from terms_proposals p where ${condition}`)
  return rows
}

/** The lenders that were asked, in the order of their names. */
export async function listAnswers(tx: Queryable, proposalId: string): Promise<StoredAnswer[]> {
  const firm = sql`a.firm_id`
  const { rows } = await tx.execute<{ [Name in keyof StoredAnswer]: StoredAnswer[Name] }>(sql`
    select ${answerColumns}, ${displayNameOf(firm)} as "lenderName",
      ${companyOf(firm)} as "companyName",
      ${isFirmEligible(firm)} as "isEligible"
    from terms_answers a where a.proposal_id = ${proposalId}::uuid
    order by "lenderName", a.firm_id`)
  return rows
}

export async function readOpenProposal(
  tx: Queryable,
  loan: LoanRow,
  lines: readonly Line[],
): Promise<TermsProposal | null> {
  if (loan.isTermsPending !== 'true') return null
  const [proposal] = await selectProposals(
    tx,
    sql`p.loan_id = ${loan.id}::uuid and p.state = 'open'`,
  )
  return proposal ? describeProposal(tx, proposal, { loan, lines }) : null
}

/** @param book The book as it is, which an open proposal shows. */
export async function describeProposal(
  tx: Queryable,
  proposal: StoredProposal,
  book: { loan: LoanRow; lines?: readonly Line[] },
): Promise<TermsProposal> {
  const { isOver, ...shown } = proposal
  const stored = await listAnswers(tx, proposal.id)
  if (proposal.state !== 'open')
    return { ...shown, answers: inOrder(stored.map(toAnswer)), canApply: 'false', ifApplied: null }
  const lines = book.lines ?? (await readActiveLines(tx, book.loan.id))
  const stakes = stakesIn(lines, proposal.proposed)
  const answers = withStakes(stored, stakes)
  const confirmed = confirmedIn(answers)
  const { loan } = applyTerms(
    { loan: book.loan, lines },
    proposal.proposed,
    confirmed,
    proposal.proposedAt,
  )
  return {
    ...shown,
    answers: inOrder(answers.map(toAnswer)),
    canApply: toFlag(isOver || awaited(answers).length === 0),
    ifApplied: {
      committedPercentage: loan.committedPercentage,
      committedAmount: loan.committedAmount,
      lapsing: answers.length - confirmed.size,
    },
  }
}

/** The answers of lenders that are still bound, with their present figures. */
export const withStakes = <Answer extends Pick<StoredAnswer, 'firmId'>>(
  answers: readonly Answer[],
  stakes: ReadonlyMap<string, Stake>,
) =>
  answers.flatMap((answer) => {
    const stake = stakes.get(answer.firmId)
    if (!stake) return []
    const { percentage, amount, newAmount } = stake
    return [{ ...answer, percentage, amount, newAmount }]
  })

export const confirmedIn = (answers: readonly Pick<StoredAnswer, 'firmId' | 'state'>[]) =>
  new Set(answers.filter(({ state }) => state === 'confirmed').map(({ firmId }) => firmId))

/** The lenders that can still answer. Nobody can confirm for a firm without an active account. */
export const awaited = <Answer extends Pick<StoredAnswer, 'state' | 'isEligible'>>(
  answers: readonly Answer[],
) => answers.filter(({ state, isEligible }) => state === 'asked' && isEligible)

const toAnswer = ({ isEligible, ...answer }: StoredAnswer): TermsAnswer => ({
  ...answer,
  isEligible: toFlag(isEligible),
})

const inOrder = (answers: TermsAnswer[]) =>
  answers.toSorted((one, other) => compareFigures(other.percentage, one.percentage))
