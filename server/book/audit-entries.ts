/** Audit entries for positions made, changed or ended. */
import type { Instruction } from '#contract/book/shapes.ts'
import type { AuditKind } from '#domain/audit/kinds.ts'
import { formatInstruction } from '#domain/book/instructions.ts'
import type { AmountChanges } from '#domain/book/sums.ts'
import type { Money, Percent } from '#domain/money.ts'
import { record, type Actor, type EntryPerRow, type NewEntry } from '#server/audit/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'
import type { Party, Said } from './notices.ts'
import type { NewCommitmentRow } from './commit-statement.ts'
import type { OwnCommitment } from './own-lines.ts'
import { pickTerms, positionTermsOf, type OnLoan, type PositionTerms } from './terms.ts'

const kindOf = (isSoft: boolean) => (isSoft ? 'soft' : 'binding')

/**
 * The entry of a new position: its share, amount and kind, and the terms that it was made on. It has the id of
 * the commitment, so that the receipt of the making is found by that.
 */
export const newPositionEntry = (
  lender: Party,
  loan: OnLoan,
  position: NewCommitmentRow,
  instruction: Instruction | null = null,
): NewEntry => ({
  id: position.id,
  kind: 'commitmentMade',
  person: lender,
  loan,
  object: { id: position.id },
  after: {
    kind: kindOf(position.isSoftCommit),
    percentage: position.percentage,
    amount: position.amount,
    ...pickTerms(position),
    ...onWhoseWord(instruction),
  },
})

/** On whose word an administrator acted, in an entry's values. */
const onWhoseWord = (instruction: Instruction | null) =>
  instruction && { onWhoseWord: formatInstruction(instruction) }

type SoftAct = 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding'

type Position = Pick<OwnCommitment, 'id' | 'loan' | 'percentage' | 'amount' | keyof PositionTerms>

/**
 * The entry for what was done with a soft commitment, by its lender or on the lender's word, and the terms, which
 * its receipt names.
 */
export const softActEntry = (
  kind: SoftAct,
  { receiptId: id, lender, instruction }: Said,
  line: Position,
  now: { percentage: Percent; amount: Money } | null,
): NewEntry => {
  const { loan } = line
  const position = {
    kind: 'soft',
    percentage: line.percentage,
    amount: line.amount,
    ...pickTerms(line),
  }
  const terms = positionTermsOf(loan)
  const isEnd = kind === 'commitmentWithdrawn'
  const before = isEnd ? { ...position, status: 'active' } : position
  const states = {
    commitmentChanged: { ...position, ...now, ...terms },
    commitmentWithdrawn: { ...position, status: 'withdrawn' },
    commitmentMadeBinding: { ...position, ...now, kind: 'binding', ...terms },
  }
  const after = {
    ...states[kind],
    ...onWhoseWord(instruction),
  }
  return { id, kind, person: lender, loan, object: { id: line.id }, before, after }
}

/**
 * The same for each row of `withdrawn`, joined with `loans`: soft commitments that ended with their lender's
 * account.
 */
export function withdrawalEntries(lender: Party): EntryPerRow {
  const position = (status: string) => sql`json_build_object('kind', 'soft',
    'percentage', withdrawn.percentage::text, 'amount', withdrawn.amount::text,
    'loanAmount', withdrawn.loan_amount::text, 'interestRate', withdrawn.interest_rate::text,
    'term', withdrawn.term, 'status', ${status}::text)`
  return {
    kind: 'commitmentWithdrawn',
    person: lender,
    loan: { id: sql`loans.id`, title: sql`loans.title` },
    object: { id: sql`withdrawn.id` },
    before: position('active'),
    after: position('withdrawn'),
  }
}

/** The entry for a binding position that was released, and why. */
export const releaseEntry = (
  id: string,
  lender: Party,
  loan: OnLoan,
  released: PositionTerms & { id: string; percentage: Percent; amount: Money },
  reason: string,
): NewEntry => {
  const { percentage, amount } = released
  // It keeps its figures: only its status changes.
  const position = { kind: 'binding', percentage, amount, ...pickTerms(released) }
  return {
    id,
    kind: 'commitmentReleased',
    person: lender,
    loan,
    object: { id: released.id },
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
