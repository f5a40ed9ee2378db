/** Audit entries for positions made, changed or ended. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { AuditKind } from '#domain/audit/kinds.ts'
import type { AmountChanges } from '#domain/book/sums.ts'
import type { Money, Percent } from '#domain/money.ts'
import { record, type NewEntry, type Actor } from '#server/audit/record.ts'
import type { Queryable } from '#server/database/client.ts'
import type { Party } from './notices.ts'
import type { NewCommitmentRow } from './commit-statement.ts'

interface OnLoan {
  id: string
  title: string
}

const kindOf = (isSoft: boolean) => (isSoft ? 'soft' : 'binding')

/** The entry of a new position: its share, amount and kind, and the terms that it was made on. */
export const newPositionEntry = (
  lender: Party,
  loan: OnLoan,
  position: NewCommitmentRow,
): NewEntry => ({
  kind: 'commitmentMade',
  person: lender,
  loan,
  object: { id: position.id },
  after: {
    kind: kindOf(position.isSoftCommit),
    percentage: position.percentage,
    amount: position.amount,
    loanAmount: position.loanAmount,
    interestRate: position.interestRate,
    term: position.term,
  },
})

type OwnAct = 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding'

/** The entry for what a lender did with their own position. */
export const ownActionEntry = (
  kind: OwnAct,
  lender: Party,
  { id, loan, ...own }: Pick<Commitment, 'id' | 'loan' | 'percentage' | 'amount'>,
  now: { percentage: Percent; amount: Money } | null,
): NewEntry => {
  const position = { kind: 'soft', percentage: own.percentage, amount: own.amount }
  const isEnd = kind === 'commitmentWithdrawn'
  const before = isEnd ? { ...position, status: 'active' } : position
  const after = {
    commitmentChanged: { ...position, ...now },
    commitmentWithdrawn: { ...position, status: 'withdrawn' },
    commitmentMadeBinding: { ...position, ...now, kind: 'binding', ...termsOf(loan) },
  }
  return { kind, person: lender, loan, object: { id }, before, after: after[kind] }
}

const termsOf = (loan: Commitment['loan']) => ({
  loanAmount: loan.amount,
  interestRate: loan.interestRate,
  term: loan.term,
})

/** The entry for a binding position that was released, and why. */
export const releaseEntry = (
  lender: Party,
  loan: OnLoan,
  { id, percentage, amount }: { id: string; percentage: Percent; amount: Money },
  reason: string,
): NewEntry => {
  // It keeps its figures: only its status changes.
  const position = { kind: 'binding', percentage, amount }
  return {
    kind: 'commitmentReleased',
    person: lender,
    loan,
    object: { id },
    before: { ...position, status: 'active' },
    after: { ...position, status: 'released', reason },
  }
}

/** Amounts by commitment, before and after. */
export const amountsOf = (changes: AmountChanges) => ({
  before: Object.fromEntries([...changes].map(([id, { before }]) => [id, before])),
  after: Object.fromEntries([...changes].map(([id, { after }]) => [id, after])),
})

/** Puts on record which amounts changed by cents because somebody made a loan whole, or left it. */
export async function recordMovedAmounts(
  tx: Queryable,
  actor: Actor,
  kind: Extract<AuditKind, 'centsPlaced' | 'centsTakenBack'>,
  loan: OnLoan,
  changes: AmountChanges,
): Promise<void> {
  if (changes.size > 0) await record(tx, actor, { kind, loan, ...amountsOf(changes) })
}
