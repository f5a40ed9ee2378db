/**
 * The property value that an LTV refers to. This file is separate from `capital.ts`, to keep the bundle for loan lists
 * small.
 */
import {
  compareFigures,
  percentOf,
  subtractPercent,
  wholePercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

export interface ValuedLoan {
  amount: Money
  ltv: Percent | null
  asIsValue: Money | null
  asCompleteValue: Money | null
}

const onePoint = wholePercent(1)

export const areWithinOnePoint = (a: Percent, b: Percent) =>
  compareFigures(subtractPercent(a, b), onePoint) <= 0 &&
  compareFigures(subtractPercent(b, a), onePoint) <= 0

/** Returns true if the entered LTV fits only the as-complete value, as is common for construction loans. */
export function isLtvAsComplete({ amount, ltv, asIsValue, asCompleteValue }: ValuedLoan): boolean {
  const fits = (value: Money | null) =>
    ltv !== null && value !== null && areWithinOnePoint(percentOf(amount, value), ltv)
  return fits(asCompleteValue) && !fits(asIsValue)
}
