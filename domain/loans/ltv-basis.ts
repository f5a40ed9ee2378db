/** On which value an LTV was entered. Apart from `capital.ts`, so that lists of loans load no more than this. */
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
  /** As an administrator entered it. */
  ltv: Percent | null
  asIsValue: Money | null
  asCompleteValue: Money | null
}

const onePoint = wholePercent(1)

export const areWithinOnePoint = (a: Percent, b: Percent) =>
  compareFigures(subtractPercent(a, b), onePoint) <= 0 &&
  compareFigures(subtractPercent(b, a), onePoint) <= 0

/** Whether the LTV that was entered fits only the as-complete value, as lenders quote construction loans. */
export function isLtvAsComplete({ amount, ltv, asIsValue, asCompleteValue }: ValuedLoan): boolean {
  const fits = (value: Money | null) =>
    ltv !== null && value !== null && areWithinOnePoint(percentOf(amount, value), ltv)
  return fits(asCompleteValue) && !fits(asIsValue)
}
