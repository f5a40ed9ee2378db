import { groupBy } from '#domain/groups.ts'
import {
  allocateWhole,
  availablePercent,
  compareFigures,
  isAboveZero,
  shareAmount,
  subtractMoney,
  subtractPercent,
  sumMoney,
  sumPercent,
  wholePercent,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

export interface BookLine {
  isSoft: boolean
  percentage: Percent
  amount: Money
}

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

export function sumBook(loanAmount: Money, lines: readonly BookLine[]) {
  return totalsOf(loanAmount, sumLines(lines))
}

export function totalsOf(loanAmount: Money, sums: ReturnType<typeof sumLines>) {
  return {
    ...sums,
    coveragePercentage: sumPercent([sums.bindingPercentage, sums.softPercentage]),
    availablePercentage: availablePercent(sums.bindingPercentage),
    // The available amount is a difference and isn't rounded. The committed and available amounts therefore add up
    // exactly to the loan amount.
    availableAmount: subtractMoney(loanAmount, sums.bindingAmount),
  }
}

/** The share and amount left if all soft interest becomes binding. Negative for an oversubscribed loan. */
export function leftAfterSoft({
  coveragePercentage,
  availableAmount,
  softAmount,
}: Pick<ReturnType<typeof totalsOf>, 'coveragePercentage' | 'availableAmount' | 'softAmount'>): {
  share: Percent
  amount: Money
} {
  const share = subtractPercent(wholePercent(100), coveragePercentage)
  // Each line's amount is rounded, so a book at 100% can differ from the loan amount by cents.
  return {
    share,
    amount:
      compareFigures(share, zeroPercent) === 0
        ? zeroMoney
        : subtractMoney(availableAmount, softAmount),
  }
}

/** The soft interest that exceeds the available share, or null if the loan isn't oversubscribed. */
export function excessOf(totals: ReturnType<typeof totalsOf>) {
  const percentage = subtractPercent(totals.softPercentage, totals.availablePercentage)
  if (!isAboveZero(percentage)) return null
  return { percentage, amount: subtractMoney(totals.softAmount, totals.availableAmount) }
}

/** Returns one total per firm, sorted by binding share and then by soft share, largest first. */
export function sumByFirm<Line extends BookLine & { firmId: string }>(lines: readonly Line[]) {
  return [...groupBy(lines, ({ firmId }) => firmId).values()]
    .map((own) => ({ lines: own, sums: sumLines(own) }))
    .toSorted(
      (a, b) =>
        compareFigures(b.sums.bindingPercentage, a.sums.bindingPercentage) ||
        compareFigures(b.sums.softPercentage, a.sums.softPercentage),
    )
}

export const isWhole = (shares: readonly Percent[]): boolean =>
  compareFigures(sumPercent(shares), wholePercent(100)) === 0

/**
 * `shares` must be ordered by time. Each amount is rounded to the cent, with halves rounded up. If the shares total
 * 100%, the remaining cents are distributed so that the amounts add up to the loan amount.
 */
export const amountsOfBinding = (loanAmount: Money, shares: readonly Percent[]): Money[] =>
  isWhole(shares)
    ? allocateWhole(loanAmount, shares)
    : shares.map((share) => shareAmount(loanAmount, share))

/**
 * The share and amount available after a release. Undoing the distribution of cents can change other amounts, so the
 * result can exceed the sum of the available and the released amounts.
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

/** The amounts by commitment id. */
export type AmountChanges = Map<string, { before: Money; after: Money }>

/** Returns the changed amounts. `amounts` must be in the same order as `held`. */
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
