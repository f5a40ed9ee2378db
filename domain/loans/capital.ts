/** A loan's capital stack: the loan and the equity, in proportion to the total cost or each property value. */
import {
  compareFigures,
  formatRate,
  isAboveZero,
  parsePercent,
  percentNumber,
  percentOf,
  subtractMoney,
  zeroMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { areWithinOnePoint, isLtvAsComplete, type ValuedLoan } from './ltv-basis.ts'

export type CapitalBasis = 'cost' | 'asIs' | 'asComplete'

export interface CapitalRow {
  basis: CapitalBasis
  value: Money
  /** The loan amount as a percentage of the value, to two decimal places, with halves rounded up. */
  percentage: Percent
  /** The value minus the loan amount, or null if the loan amount is larger. */
  equity: Money | null
  /**
   * The bar's width, as a whole percentage of the widest bar. The bar represents the larger of the loan and the value.
   */
  width: number
  /** The smaller of the loan and the value, as a whole percentage of the bar's width. */
  within: number
}

export interface Capital {
  rows: CapitalRow[]
  /** An as-is value that has no bar, because the loan finances construction or exceeds that value. */
  undrawn: { value: Money; isLand: boolean } | null
}

export interface BuiltLoan extends ValuedLoan {
  totalCost: Money | null
}

const larger = (a: Money, b: Money) => (compareFigures(a, b) > 0 ? a : b)
const smaller = (a: Money, b: Money) => (compareFigures(a, b) > 0 ? b : a)

/**
 * Returns true if the loan exceeds the as-is value and pays for construction. The as-is value is then the land's value.
 */
export const isLandValue = ({ amount, asIsValue, asCompleteValue, totalCost }: BuiltLoan) =>
  asIsValue !== null &&
  (asCompleteValue !== null || totalCost !== null) &&
  compareFigures(amount, asIsValue) > 0

/** The LTV of an amount on the value to which the stated one refers, or null if the value is unknown. */
export function ltvOn(
  loan: BuiltLoan,
  amount: Money,
): { ltv: Percent; isAsComplete: boolean } | null {
  const isAsComplete = isLtvAsComplete(loan) || isLandValue(loan) || loan.asIsValue === null
  const value = isAsComplete ? loan.asCompleteValue : loan.asIsValue
  if (value === null || !isAboveZero(value)) return null
  return { ltv: percentOf(amount, value), isAsComplete }
}

/** Returns true if the loan finances construction and its total cost is known. */
const isConstruction = (loan: BuiltLoan) =>
  loan.totalCost !== null &&
  (isLandValue(loan) ||
    isLtvAsComplete(loan) ||
    (loan.asIsValue === null && loan.asCompleteValue !== null))

export function capitalOf(loan: BuiltLoan): Capital {
  const { amount, asIsValue, asCompleteValue, totalCost } = loan
  const isBuilt = isConstruction(loan)
  const isLand = isLandValue(loan)
  const isDrawn = !isBuilt && !isLand
  const all = [
    { basis: 'cost', value: isBuilt ? totalCost : null },
    { basis: 'asIs', value: isDrawn ? asIsValue : null },
    { basis: 'asComplete', value: asCompleteValue },
  ] as const
  const known = all.flatMap(({ basis, value }) => (value === null ? [] : [{ basis, value }]))
  const largest = known.map(({ value }) => larger(value, amount)).reduce(larger, zeroMoney)
  const rows = known.map(({ basis, value }) => {
    const whole = larger(value, amount)
    return {
      basis,
      value,
      percentage: percentOf(amount, value),
      equity: equityIn(amount, value),
      width: percentNumber(percentOf(whole, largest)),
      within: percentNumber(percentOf(smaller(value, amount), whole)),
    }
  })
  return { rows, undrawn: asIsValue === null || isDrawn ? null : { value: asIsValue, isLand } }
}

export const equityIn = (amount: Money, value: Money): Money | null =>
  compareFigures(amount, value) > 0 ? null : subtractMoney(value, amount)

/**
 * Describes a stated LTV that matches neither value: "The stated LTV is 75.00%; the loan is 65.79% of as-is value."
 * Null if the LTV matches a value.
 */
export function describeLtvDoubt(loan: BuiltLoan): string | null {
  if (loan.ltv === null || !isLtvInDoubt(loan)) return null
  return `The stated LTV is ${formatRate(loan.ltv)}; the loan is ${describeRatios(loan)}.`
}

/** Returns text such as "65.79% of as-is value and 54.35% of as-complete value". For land, uses the total cost. */
export function describeRatios(loan: BuiltLoan): string {
  const { amount, asIsValue, asCompleteValue, totalCost } = loan
  const isLand = isLandValue(loan)
  const all = [
    { name: 'as-is value', value: isLand ? null : asIsValue },
    { name: 'as-complete value', value: asCompleteValue },
    { name: 'total cost', value: isLand && asCompleteValue === null ? totalCost : null },
  ]
  return all
    .flatMap(({ name, value }) =>
      value === null ? [] : [`${formatRate(percentOf(amount, value))} of ${name}`],
    )
    .join(' and ')
}

/**
 * Returns true if the entered LTV differs by more than one point from the LTV on each value. Both values are compared,
 * because lenders can quote either.
 */
export function isLtvInDoubt({ amount, ltv, asIsValue, asCompleteValue }: ValuedLoan): boolean {
  const values = [asIsValue, asCompleteValue].filter((value) => value !== null)
  return (
    ltv !== null &&
    values.length > 0 &&
    !values.some((value) => areWithinOnePoint(percentOf(amount, value), ltv))
  )
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
