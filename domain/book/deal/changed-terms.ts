/** Other terms of a loan to which lenders are bound: who is asked, and what becomes of each commitment. */
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import { groupBy } from '#domain/groups.ts'
import { shareAmount, sumMoney, sumPercent, type Money, type Percent } from '#domain/money.ts'
import {
  isActive,
  isBinding,
  termsOf,
  type Book,
  type Line,
  type LoanOfBook,
} from '#domain/book/lines.ts'
import { sumsOf } from '#domain/book/settle.ts'
import { amountChanges, amountsOfBinding, type AmountChanges } from '#domain/book/sums.ts'
import { lapsedLine } from './lapse.ts'

type StakeLine = Pick<Line, 'firmId' | 'isSoft' | 'isHold' | 'percentage' | 'amount' | 'status'>

/** A firm's binding share, and its amounts in the present and in the proposed terms. */
export interface Stake<Held extends StakeLine = Line> {
  firmId: string
  percentage: Percent
  amount: Money
  newAmount: Money
  /** The firm's binding lines, oldest first. */
  lines: readonly [Held, ...Held[]]
}

type Amount = Pick<FullTerms, 'amount'>

/** The stakes of all lenders that are bound, if each of them confirms. The originator's hold isn't asked. */
export function stakesIn<Held extends StakeLine>(
  lines: readonly Held[],
  proposed: Amount,
): Map<string, Stake<Held>> {
  const binding = lines.filter((line) => isActive(line) && isBinding(line))
  const amounts = amountsOfBinding(
    proposed.amount,
    binding.map(({ percentage }) => percentage),
  )
  const placed = binding.flatMap((line, index) => {
    const newAmount = amounts[index]
    return line.isHold || newAmount === undefined ? [] : [{ line, newAmount }]
  })
  return new Map(
    [...groupBy(placed, ({ line }) => line.firmId)].map(([firmId, [first, ...others]]) => [
      firmId,
      {
        firmId,
        percentage: sumPercent([first, ...others].map(({ line }) => line.percentage)),
        amount: sumMoney([first, ...others].map(({ line }) => line.amount)),
        newAmount: sumMoney([first, ...others].map(({ newAmount }) => newAmount)),
        lines: [first.line, ...others.map(({ line }) => line)],
      },
    ]),
  )
}

interface AppliedTerms<Loan extends LoanOfBook> {
  loan: Loan
  stored: readonly Line[]
  /** The binding commitments that weren't confirmed, as they were. */
  lapsed: readonly Line[]
  /** The binding commitments of lenders that stay, with new amounts. */
  kept: readonly Line[]
  /** The firms with soft commitments, which follow the terms. */
  softHolders: readonly string[]
  bindingChanges: AmountChanges
  softChanges: AmountChanges
}

/**
 * Applies the terms. Confirmed commitments keep their shares, the others lapse, and the hold and soft ones follow.
 *
 * @param confirmed The firms that confirmed.
 */
export function applyTerms<Loan extends LoanOfBook & FullTerms>(
  { loan, lines }: Book<Loan>,
  proposed: FullTerms,
  confirmed: ReadonlySet<string>,
  at: string,
): AppliedTerms<Loan> {
  const active = lines.filter(isActive)
  const stays = (line: Line) => line.isHold || confirmed.has(line.firmId)
  const binding = active.filter((line) => isBinding(line) && stays(line))
  const lapsed = active.filter((line) => isBinding(line) && !stays(line))
  const soft = active.filter(({ isSoft }) => isSoft)
  const bindingAmounts = amountsOfBinding(
    proposed.amount,
    binding.map(({ percentage }) => percentage),
  )
  const softAmounts = soft.map(({ percentage }) => shareAmount(proposed.amount, percentage))
  const onTerms = (held: readonly Line[], amounts: readonly Money[]) =>
    held.map((line, index) => ({
      ...line,
      amount: amounts[index] ?? line.amount,
      ...termsOf(proposed),
    }))
  const [keptBinding, keptSoft] = [onTerms(binding, bindingAmounts), onTerms(soft, softAmounts)]
  const ended = lapsed.map((line) => lapsedLine(line, 'notConfirmed', at))
  return {
    loan: { ...loan, ...pickTerms(proposed), ...sumsOf([...keptBinding, ...keptSoft]) },
    stored: [...keptBinding, ...keptSoft, ...ended],
    lapsed,
    kept: keptBinding.filter(({ isHold }) => !isHold),
    softHolders: [...new Set(soft.map(({ firmId }) => firmId))],
    bindingChanges: amountChanges(binding, bindingAmounts),
    softChanges: amountChanges(soft, softAmounts),
  }
}

export const pickTerms = ({ amount, interestRate, noteRate, term }: FullTerms): FullTerms => ({
  amount,
  interestRate,
  noteRate,
  term,
})

export const proposedDaysToAnswer = 5
