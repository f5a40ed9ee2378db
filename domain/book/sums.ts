/** A loan's book in figures: the sums of each lender, and the totals. */
import { groupBy } from '#domain/groups.ts'
import {
  allocateWhole,
  availablePercent,
  compareFigures,
  shareAmount,
  subtractMoney,
  sumMoney,
  sumPercent,
  wholePercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

/** An active position as it is counted. */
export interface BookLine {
  isSoft: boolean
  percentage: Percent
  amount: Money
}

/** The sums of several entries, binding and soft separately. */
export function sumLines(lines: readonly BookLine[]) {
  const binding = lines.filter((line) => !line.isSoft)
  const soft = lines.filter((line) => line.isSoft)
  return {
    bindingPercentage: sumPercent(binding.map((line) => line.percentage)),
    bindingAmount: sumMoney(binding.map((line) => line.amount)),
    softPercentage: sumPercent(soft.map((line) => line.percentage)),
    softAmount: sumMoney(soft.map((line) => line.amount)),
  }
}

/** The sums of a whole book, how much of the loan they cover, and what is left of it. */
export function sumBook(loanAmount: Money, lines: readonly BookLine[]) {
  return totalsOf(loanAmount, sumLines(lines))
}

/** The same from the sums. */
export function totalsOf(loanAmount: Money, sums: ReturnType<typeof sumLines>) {
  return {
    ...sums,
    coveragePercentage: sumPercent([sums.bindingPercentage, sums.softPercentage]),
    availablePercentage: availablePercent(sums.bindingPercentage),
    // A difference, so that committed and available add up to the loan to the cent, however they round.
    availableAmount: subtractMoney(loanAmount, sums.bindingAmount),
  }
}

/** Each lender's entries as one holding, largest first: by binding share, then by soft share. */
export function sumByLender<Line extends BookLine & { lenderId: string }>(lines: readonly Line[]) {
  return [...groupBy(lines, ({ lenderId }) => lenderId).values()]
    .map((own) => ({ lines: own, sums: sumLines(own) }))
    .toSorted(
      (a, b) =>
        compareFigures(b.sums.bindingPercentage, a.sums.bindingPercentage) ||
        compareFigures(b.sums.softPercentage, a.sums.softPercentage),
    )
}

/** Whether binding shares are the whole loan. */
export const isWhole = (shares: readonly Percent[]): boolean =>
  compareFigures(sumPercent(shares), wholePercent(100)) === 0

/**
 * The amounts of binding shares, which stand in their order in time. Each is rounded half up by itself. If the shares
 * are the whole loan, the cents that rounding leaves over are placed, so that the amounts sum to the loan.
 */
export const amountsOfBinding = (loanAmount: Money, shares: readonly Percent[]): Money[] =>
  isWhole(shares)
    ? allocateWhole(loanAmount, shares)
    : shares.map((share) => shareAmount(loanAmount, share))

/**
 * The available share and amount of a loan after the release of a binding entry. The cents that were placed in a whole
 * loan are taken back, so the amount may exceed the one before and the entry's together.
 */
export function availableAfterRelease(
  loanAmount: Money,
  binding: readonly { id: string; percentage: Percent }[],
  releasedId: string,
) {
  const staying = binding.filter(({ id }) => id !== releasedId).map((line) => line.percentage)
  return {
    percentage: availablePercent(sumPercent(staying)),
    amount: subtractMoney(loanAmount, sumMoney(amountsOfBinding(loanAmount, staying))),
  }
}

/** Amounts that changed, by the id of their commitment. */
export type AmountChanges = Map<string, { before: Money; after: Money }>

/** Compares amounts with the stored ones; `amounts` stand in the order of the commitments. */
export const amountChanges = (
  held: readonly { id: string; amount: Money }[],
  amounts: readonly Money[],
): AmountChanges =>
  new Map(
    held.flatMap(({ id, amount: before }, index) => {
      const after = amounts[index]
      return after === undefined || after === before ? [] : [[id, { before, after }]]
    }),
  )
