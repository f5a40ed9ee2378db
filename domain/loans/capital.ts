/** A loan against the value of its property: what share of the value is lent, and the equity beneath it. */
import {
  compareFigures,
  formatRate,
  parsePercent,
  percentNumber,
  percentOf,
  subtractMoney,
  zeroMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { areWithinOnePoint, type ValuedLoan } from './ltv-basis.ts'

export interface CapitalRow {
  basis: 'asIs' | 'asComplete'
  value: Money
  /** The loan's amount over the value, rounded half up to two decimals. */
  ltv: Percent
  /** The value beyond the loan; negative when the loan is larger. */
  equity: Money
  /** How wide the larger of loan and value is drawn, in whole percent of the largest row. */
  width: number
  /** How much of that width the loan takes up to the value, in whole percent. */
  within: number
}

/** The rows of the capital bar: one for each value that the loan has. */
export function capitalOf(loan: ValuedLoan): CapitalRow[] {
  const values = [
    { basis: 'asIs', value: loan.asIsValue },
    { basis: 'asComplete', value: loan.asCompleteValue },
  ] as const
  const known = values.flatMap(({ basis, value }) => (value === null ? [] : [{ basis, value }]))
  const larger = (a: Money, b: Money) => (compareFigures(a, b) > 0 ? a : b)
  const smaller = (a: Money, b: Money) => (compareFigures(a, b) > 0 ? b : a)
  const drawn = known.map(({ value }) => larger(value, loan.amount))
  const largest = drawn.reduce(larger, zeroMoney)
  return known.map(({ basis, value }) => {
    const whole = larger(value, loan.amount)
    return {
      basis,
      value,
      ltv: percentOf(loan.amount, value),
      equity: subtractMoney(value, loan.amount),
      width: percentNumber(percentOf(whole, largest)),
      within: percentNumber(percentOf(smaller(value, loan.amount), whole)),
    }
  })
}

/**
 * Whether the LTV that was entered is more than one point from the amount over each value. Lenders quote an LTV
 * on either value, so one that fits either is right.
 */
export function isLtvInDoubt(loan: ValuedLoan): boolean {
  const { ltv } = loan
  const rows = capitalOf(loan)
  return ltv !== null && rows.length > 0 && !rows.some((row) => areWithinOnePoint(row.ltv, ltv))
}

/** The LTV of an amount on the as-is value; null where one is missing, or the LTV is too large to be entered. */
export function proposedLtv(loan: Record<'amount' | 'asIsValue', Money | null>): Percent | null {
  const { amount, asIsValue } = loan
  if (!amount || !asIsValue || compareFigures(asIsValue, zeroMoney) <= 0) return null
  if (compareFigures(amount, zeroMoney) <= 0) return null
  return parsePercent(percentOf(amount, asIsValue))
}

/**
 * What to say of an LTV beside the one on the as-is value, from which it differs by more than a point; null when
 * it doesn't. It may be meant on the as-complete value.
 */
export function describeLtvGap(loan: ValuedLoan): { text: string; isInDoubt: boolean } | null {
  const proposed = proposedLtv(loan)
  if (!proposed || loan.ltv === null || areWithinOnePoint(proposed, loan.ltv)) return null
  const onAsIs = `${formatRate(proposed)} of the as-is value`
  return isLtvInDoubt(loan)
    ? { text: `The amount is ${onAsIs}, not ${formatRate(loan.ltv)}.`, isInDoubt: true }
    : { text: `This is on the as-complete value. The amount is ${onAsIs}.`, isInDoubt: false }
}
