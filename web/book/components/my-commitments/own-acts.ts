import type { Commitment } from '#contract/book/commitments.ts'
import type { CommitmentAction } from '#domain/book/commitments.ts'
import { availablePercent, percentNumber } from '#domain/money.ts'
import { isMoreThanLeft } from '#web/book/components/holdings/soft-lines.ts'

export type OwnAction = Exclude<CommitmentAction, 'release'>

export interface OwnAct {
  action: OwnAction
  label: string
  shortLabel: string
  variant: 'outline' | 'ghost'
  /** True if the commitment's status allows the action, but too little of the loan is available. */
  lacksShare: boolean
}

const acts: Omit<OwnAct, 'lacksShare'>[] = [
  { action: 'makeBinding', label: 'Make Binding', shortLabel: 'Make Binding', variant: 'outline' },
  { action: 'change', label: 'Change Share', shortLabel: 'Change', variant: 'outline' },
  { action: 'withdraw', label: 'Withdraw', shortLabel: 'Withdraw', variant: 'ghost' },
]

export function ownActs(commitment: Commitment): OwnAct[] {
  const { loan, can } = commitment
  const lacking: Record<OwnAction, boolean> = {
    makeBinding: isMoreThanLeft(commitment, loan),
    change: percentNumber(availablePercent(loan.committedPercentage)) < 1,
    withdraw: false,
  }
  return acts
    .filter(({ action }) => can.includes(action))
    .map((act) => ({ ...act, lacksShare: lacking[act.action] }))
}

/** Returns the newest commitment that has a next action, and that action. Null if there is no such commitment. */
export function nextAct(lines: readonly Commitment[]) {
  const possible = lines.flatMap((commitment) => {
    const act = ownActs(commitment).find(({ lacksShare }) => !lacksShare)
    return act ? [{ commitment, act }] : []
  })
  return possible.find(({ act }) => act.action === 'makeBinding') ?? possible[0] ?? null
}
