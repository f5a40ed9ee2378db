import type { Commitment } from '#contract/book/commitments.ts'
import { commitmentCan, type CommitmentAction } from '#domain/book/commitments.ts'
import { availablePercent, compareFigures, formatShare, percentNumber } from '#domain/money.ts'

/** What lenders may do with their own commitments. */
export type OwnAction = Exclude<CommitmentAction, 'release'>

export interface OwnAct {
  action: OwnAction
  label: string
  variant: 'outline' | 'ghost'
  /** Its state allows it, but not what is left of the loan. */
  lacksShare: boolean
}

// None stands out: making a commitment binding can't be undone.
const acts: Omit<OwnAct, 'lacksShare'>[] = [
  { action: 'makeBinding', label: 'Make Binding', variant: 'outline' },
  { action: 'change', label: 'Change Share', variant: 'outline' },
  { action: 'withdraw', label: 'Withdraw', variant: 'ghost' },
]

/** What the state of a commitment and of its loan allows, the next step first. */
export function ownActs(commitment: Commitment): OwnAct[] {
  const { loan, status, isSoftCommit } = commitment
  const position = { status, isSoft: isSoftCommit === 'true', loanStatus: loan.status }
  const lacking: Record<OwnAction, boolean> = {
    makeBinding: isMoreThanLeft(commitment),
    change: availableOf(commitment) < 1,
    withdraw: false,
  }
  return acts
    .filter(({ action }) => commitmentCan(action, position))
    .map((act) => ({ ...act, lacksShare: lacking[act.action] }))
}

/** Why an indication can't be made binding now, as a sentence; null when it can. */
export function shortageOf(commitment: Commitment): string | null {
  if (!isMoreThanLeft(commitment)) return null
  return availableOf(commitment) < 1
    ? 'Binding commitments have taken the whole loan.'
    : `Only ${formatShare(leftOf(commitment))} is left: lower your share to make it binding.`
}

/** The newest of a loan's commitments with which something can be done next, and what; null for none. */
export function nextAct(lines: readonly Commitment[]) {
  const possible = lines.flatMap((commitment) => {
    const act = ownActs(commitment).find(({ lacksShare }) => !lacksShare)
    return act ? [{ commitment, act }] : []
  })
  return possible.find(({ act }) => act.action === 'makeBinding') ?? possible[0] ?? null
}

const leftOf = ({ loan }: Commitment) => availablePercent(loan.committedPercentage)
const availableOf = (commitment: Commitment) => percentNumber(leftOf(commitment))
const isMoreThanLeft = (commitment: Commitment) =>
  compareFigures(commitment.percentage, leftOf(commitment)) > 0
