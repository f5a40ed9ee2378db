/**
 * Audit entries for actions on commitments. Each entry contains the terms, because receipts are derived from entries.
 */
import type { NewEntry } from '#domain/audit/entries.ts'
import { formatInstruction, type GivenInstruction } from './instructions.ts'
import { termsOf, type Line, type LineTerms, type LoanOfBook } from './lines.ts'
import type { AmountChanges } from './sums.ts'

export interface Party {
  id: string
  firstName: string
  lastName: string
  companyName: string | null
}

/** The person who made the commitment, with the person's firm. */
export interface Lender extends Party {
  firmId: string
  /** The firm's own name, if it has one. */
  firmName?: string | null
}

export interface ActContext {
  actor: Party
  lender: Lender
  receiptId: string
  /** The instruction that the administrator carries out, or null if the lender acts. */
  instruction: GivenInstruction | null
  /** The time in ISO 8601, in UTC, with microseconds. */
  at: string
}

const pickTerms = ({ loanAmount, interestRate, term }: LineTerms): LineTerms => ({
  loanAmount,
  interestRate,
  term,
})

const figuresOf = (line: Line) => ({
  kind: line.isSoft ? 'soft' : 'binding',
  percentage: line.percentage,
  amount: line.amount,
  ...pickTerms(line),
})

const instructionOf = (instruction: GivenInstruction | null) =>
  instruction && { onWhoseWord: formatInstruction(instruction) }

/** The firm is named only if it has another name than its first person. */
export const firmOf = ({ firmName }: Pick<Lender, 'firmName'>) =>
  firmName ? { firm: firmName } : {}

export const about = (loan: Pick<LoanOfBook, 'id' | 'title'>) => ({
  id: loan.id,
  title: loan.title,
})

/** The entry has the same id as the commitment, so the receipt can be found by this id too. */
export const entryOfMaking = (
  { lender, instruction }: ActContext,
  loan: LoanOfBook,
  line: Line,
): NewEntry => ({
  id: line.id,
  kind: 'commitmentMade',
  person: lender,
  loan: about(loan),
  object: { id: line.id },
  after: { ...figuresOf(line), ...firmOf(lender), ...instructionOf(instruction) },
})

type SoftAct = 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding'

export function entryOfSoftAct(
  kind: SoftAct,
  { receiptId, lender, instruction }: ActContext,
  loan: LoanOfBook,
  { before, after }: { before: Line; after: Line },
): NewEntry {
  const isEnd = kind === 'commitmentWithdrawn'
  const was = { ...figuresOf(before), ...firmOf(lender) }
  return {
    id: receiptId,
    kind,
    person: lender,
    loan: about(loan),
    object: { id: before.id },
    before: isEnd ? { ...was, status: before.status } : was,
    after: {
      ...(isEnd
        ? { ...was, status: after.status }
        : { ...figuresOf(after), ...firmOf(lender), ...termsOf(loan) }),
      ...instructionOf(instruction),
    },
  }
}

export const entryOfRelease = (
  context: Pick<ActContext, 'receiptId' | 'lender'>,
  loan: LoanOfBook,
  line: Line,
  reason: string,
): NewEntry => entryOfEnd('commitmentReleased', context, loan, line, { status: 'released', reason })

/** An end by another than the lender, with its reason. */
export function entryOfEnd(
  kind: 'commitmentReleased' | 'commitmentLapsed',
  { receiptId, lender }: Pick<ActContext, 'receiptId' | 'lender'>,
  loan: LoanOfBook,
  line: Line,
  end: { status: string; reason: string },
): NewEntry {
  const position = { ...figuresOf(line), ...firmOf(lender) }
  return {
    id: receiptId,
    kind,
    person: lender,
    loan: about(loan),
    object: { id: line.id },
    before: { ...position, status: 'active' },
    after: { ...position, ...end },
  }
}

export const amountsOf = (changes: AmountChanges) => ({
  before: Object.fromEntries([...changes].map(([id, { before }]) => [id, before])),
  after: Object.fromEntries([...changes].map(([id, { after }]) => [id, after])),
})

/**
 * Rounding cents are redistributed when a loan becomes fully committed, and again when it stops being fully committed.
 */
export const entryOfCents = (
  loan: LoanOfBook,
  isWhole: boolean,
  changes: AmountChanges,
): NewEntry => ({
  kind: isWhole ? 'centsPlaced' : 'centsTakenBack',
  loan: about(loan),
  ...amountsOf(changes),
})
