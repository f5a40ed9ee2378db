/** The money that each lender of a closed loan owes. */
import {
  compareFigures,
  formatCents,
  isAboveZero,
  subtractMoney,
  sumMoney,
  zeroMoney,
  type Money,
} from '#domain/money.ts'
import type { DueState } from './states.ts'

export interface Due {
  /** The amount that is due. */
  amount: Money
  received: Money
  outstanding: Money
  state: DueState
}

/**
 * @param standing The amounts that came and weren't reversed.
 * @param wasFunded True if the loan was funded before its book was closed, so that everything had come.
 */
export function dueOf(amount: Money, standing: readonly Money[], wasFunded: boolean): Due {
  const received = wasFunded ? amount : sumMoney(standing)
  const outstanding = subtractMoney(amount, received)
  return { amount, received, outstanding, state: stateOf(received, outstanding) }
}

function stateOf(received: Money, outstanding: Money): DueState {
  if (!isAboveZero(outstanding)) return 'received'
  return isAboveZero(received) ? 'partial' : 'awaiting'
}

export const totalsOfDue = (lenders: readonly Due[]) => ({
  due: sumMoney(lenders.map(({ amount }) => amount)),
  received: sumMoney(lenders.map(({ received }) => received)),
  outstanding: sumMoney(lenders.map(({ outstanding }) => outstanding)),
  lendersOutstanding: lenders.filter(({ state }) => state !== 'received').length,
})

/** Returns why an amount is too much, or null. */
export function refusalOfMore(
  { amount, received, outstanding }: Omit<Due, 'state'>,
  more: Money,
): string | null {
  if (compareFigures(more, outstanding) <= 0) return null
  const come = isAboveZero(received) ? formatCents(received) : 'nothing'
  return `${formatCents(amount)} is due and ${come} has come: enter at most ${formatCents(outstanding)}`
}

/** Returns why a loan can't be funded yet, or null. */
export function refusalOfFunding({
  lendersOutstanding: count,
  outstanding,
}: Pick<ReturnType<typeof totalsOfDue>, 'lendersOutstanding' | 'outstanding'>): string | null {
  if (compareFigures(outstanding, zeroMoney) === 0) return null
  const lenders = count === 1 ? '1 lender has' : `${count} lenders have`
  return `${lenders} not paid in full: ${formatCents(outstanding)} is missing`
}

/** The days for which a later version of instructions is marked as changed. */
export const changedDays = 30
