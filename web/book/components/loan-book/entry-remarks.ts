import type { BookEntry } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatInstruction } from '#domain/book/instructions.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { compareFigures, formatCents, formatRate } from '#domain/money.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'

export function remarksOf(entry: BookEntry, loan: Loan): string[] {
  return [
    termsRemark(entry, loan),
    recordedRemark(entry),
    instructionRemark(entry),
    reachRemark(entry),
    endRemark(entry),
  ].filter((remark) => remark !== null)
}

function termsRemark({ loanAmount, interestRate, term }: BookEntry, loan: Loan) {
  const isSame =
    compareFigures(loanAmount, loan.amount) === 0 &&
    compareFigures(interestRate, loan.interestRate) === 0 &&
    term === loan.term
  if (isSame) return null
  return `Made on ${formatCents(loanAmount)} at ${formatRate(interestRate)} for ${formatTerm(term)}`
}

const recordedRemark = ({ recordedBy }: BookEntry) =>
  recordedBy === null ? null : `Recorded by ${recordedBy} on the lender's behalf`

/** Describes the lender's latest instruction. For a withdrawn entry, the status already includes the instruction. */
function instructionRemark({ instruction, recordedBy, isSoftCommit, status }: BookEntry) {
  if (!instruction || status === 'withdrawn') return null
  // The instruction might be for the original commitment or for a later change.
  if (recordedBy !== null)
    return `Last instruction: ${formatInstruction(instruction)}, to ${instruction.actedBy}`
  const what = isSoftCommit === 'true' ? 'Changed' : 'Made binding'
  return `${what} by ${describeInstruction(instruction)}`
}

const describeInstruction = (instruction: NonNullable<BookEntry['instruction']>) =>
  `${instruction.actedBy}, as instructed by ${formatInstruction(instruction)}`

/**
 * Explains why there is no Message action. Administrators need no explanation, because they never have this action.
 */
const reachRemark = ({ status, isReachable, isAdmin }: BookEntry) =>
  status !== 'active' || isReachable === 'true' || isAdmin === 'true'
    ? null
    : 'Messages are off: this person has no active, approved lender account'

function endRemark(entry: BookEntry) {
  const { status, endedAt, releasedBy, releaseReason, instruction, withdrawnBy } = entry
  if (status === 'active') return null
  const at = endedAt === null ? '' : ` ${formatTimestamp(endedAt)}`
  if (withdrawnBy !== null) return `Withdrawn by ${withdrawnBy}${at}: account deactivated`
  if (status === 'withdrawn')
    return instruction
      ? `Withdrawn${at} by ${describeInstruction(instruction)}`
      : `Withdrawn by the lender${at}`
  const by = releasedBy === null ? '' : ` by ${releasedBy}`
  return `Released${by}${at}${releaseReason === null ? '' : `: ${releaseReason}`}`
}
