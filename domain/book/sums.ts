/** A loan's book in figures: who holds what over all its lines, and what they come to. */
import {
  availablePercent,
  compareFigures,
  subtractMoney,
  sumMoney,
  sumPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

/** An active position as it counts. */
export interface BookLine {
  isSoft: boolean
  percentage: Percent
  amount: Money
}

/** What several lines come to, the binding ones beside the soft ones. */
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

/** The sums of a whole book, how far they cover the loan, and what is left of it. */
export function sumBook(loanAmount: Money, lines: readonly BookLine[]) {
  const sums = sumLines(lines)
  return {
    ...sums,
    coveragePercentage: sumPercent([sums.bindingPercentage, sums.softPercentage]),
    availablePercentage: availablePercent(sums.bindingPercentage),
    // So that both together are the loan to the cent, whatever rounding did to the parts.
    availableAmount: subtractMoney(loanAmount, sums.bindingAmount),
  }
}

/** Each lender's lines as one holding, the largest first: by binding share, then by soft share. */
export function sumByLender<Line extends BookLine & { lenderId: string }>(lines: readonly Line[]) {
  const byLender = new Map<string, [Line, ...Line[]]>()
  for (const line of lines) {
    const own = byLender.get(line.lenderId)
    if (own) own.push(line)
    else byLender.set(line.lenderId, [line])
  }
  return [...byLender.values()]
    .map((own) => ({ lines: own, sums: sumLines(own) }))
    .toSorted(
      (a, b) =>
        compareFigures(b.sums.bindingPercentage, a.sums.bindingPercentage) ||
        compareFigures(b.sums.softPercentage, a.sums.softPercentage),
    )
}
