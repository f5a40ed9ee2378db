/** A loan's capital stack: the LTV on each property value, and the equity. */
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
  /** The loan amount divided by the value, rounded to two decimal places, with halves rounded up. */
  ltv: Percent
  /** The value minus the loan amount. It is negative if the loan amount is larger. */
  equity: Money
  /**
   * The width of the bar, as a whole percentage of the widest bar. The bar stands for the larger of the loan and the
   * value.
   */
  width: number
  /** The part of the bar that both the loan and the value cover, as a whole percentage of the bar's width. */
  within: number
}

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
 * Returns true if the entered LTV differs by more than one point from the LTV on each value. Both values are compared,
 * because lenders can quote either.
 */
export function isLtvInDoubt(loan: ValuedLoan): boolean {
  const { ltv } = loan
  const rows = capitalOf(loan)
  return ltv !== null && rows.length > 0 && !rows.some((row) => areWithinOnePoint(row.ltv, ltv))
}

/** The LTV on the as-is value, or null if a figure is missing or the result is out of range for the field. */
export function proposedLtv(loan: Record<'amount' | 'asIsValue', Money | null>): Percent | null {
  const { amount, asIsValue } = loan
  if (!amount || !asIsValue || compareFigures(asIsValue, zeroMoney) <= 0) return null
  if (compareFigures(amount, zeroMoney) <= 0) return null
  return parsePercent(percentOf(amount, asIsValue))
}

/**
 * Describes an LTV that differs by more than one point from the LTV on the as-is value, because it might refer to the
 * as-complete value. Returns null for any other LTV.
 */
export function describeLtvGap(loan: ValuedLoan): { text: string; isInDoubt: boolean } | null {
  const proposed = proposedLtv(loan)
  if (!proposed || loan.ltv === null || areWithinOnePoint(proposed, loan.ltv)) return null
  const onAsIs = `${formatRate(proposed)} of the as-is value`
  return isLtvInDoubt(loan)
    ? { text: `The amount is ${onAsIs}, not ${formatRate(loan.ltv)}.`, isInDoubt: true }
    : { text: `This is on the as-complete value. The amount is ${onAsIs}.`, isInDoubt: false }
}
