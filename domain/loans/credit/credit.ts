/** A loan's credit ratios, which are computed from its fields and never stored. */
import {
  compareFigures,
  exactly,
  formatCents,
  formatDollars,
  type Money,
  type Percent,
  type Rate,
} from '#domain/money.ts'
import { exactRate } from './note-rate.ts'

declare const ratioBrand: unique symbol
/** A multiple with two decimal places, such as "1.25". */
export type Ratio = string & { readonly [ratioBrand]: true }

export const dscrBases = ['interestOnly', 'amortizing'] as const
export type DscrBasis = (typeof dscrBases)[number]

export interface CreditFacts {
  amount: Money
  interestRate: Percent
  noteRate: Rate | null
  noiInPlace: Money | null
  noiStabilized: Money | null
  totalCost: Money | null
  size: string | null
  interestOnlyMonths: number | null
  amortizationMonths: number | null
}

export interface Credit {
  debtYield: Percent | null
  debtYieldStabilized: Percent | null
  dscr: Ratio | null
  dscrStabilized: Ratio | null
  /** The basis of the debt service coverage ratio (DSCR), or null if neither DSCR is known. */
  dscrBasis: DscrBasis | null
  /** The loan amount as a percentage of the total cost. */
  ltc: Percent | null
  /** The loan amount divided by the size. */
  amountPerUnit: Money | null
}

const { cents, rateUnits, perPercent, divide, asMoney, asPercent } = exactly

interface Fraction {
  dividend: bigint
  divisor: bigint
}

const dscrBasisOf = (
  loan: Pick<CreditFacts, 'interestOnlyMonths' | 'amortizationMonths'>,
): DscrBasis =>
  loan.interestOnlyMonths || loan.amortizationMonths === null ? 'interestOnly' : 'amortizing'

/**
 * One year's debt service in cents: the interest alone, or twelve level payments at a twelfth of the annual rate. With
 * the monthly growth g = 1 + rate / 12, a level payment is amount × (g − 1) × gⁿ / (gⁿ − 1).
 */
function debtService(loan: CreditFacts): Fraction {
  const rate = rateUnits(exactRate(loan))
  const interest = { dividend: cents(loan.amount) * rate, divisor: 100n * perPercent }
  if (dscrBasisOf(loan) === 'interestOnly') return interest
  const whole = 1200n * perPercent
  // Powers of the reduced fraction have half as many digits.
  const common = greatestDivisor(whole, rate)
  const months = BigInt(loan.amortizationMonths ?? 0)
  const grown = ((whole + rate) / common) ** months
  return {
    dividend: interest.dividend * grown,
    divisor: interest.divisor * (grown - (whole / common) ** months),
  }
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))

/** One year's debt service, rounded to the cent. */
export function yearlyDebtService(loan: CreditFacts): Money {
  const { dividend, divisor } = debtService(loan)
  return asMoney(divide(dividend, divisor))
}

/** Divides income by debt service. A ratio below 1 is never rounded up to 1.00. */
function coverage(noi: Money, service: Fraction): Ratio {
  const [dividend, divisor] = [cents(noi) * service.divisor, service.dividend]
  const hundredths = divide(dividend * 100n, divisor)
  return asPercent(dividend < divisor && hundredths === 100n ? 99n : hundredths) as string as Ratio
}

const percentage = (part: Money, all: Money) => asPercent(divide(cents(part) * 10_000n, cents(all)))

const given = <Known, Made>(known: Known | null, make: (known: Known) => Made): Made | null =>
  known === null ? null : make(known)

export function creditOf(loan: CreditFacts): Credit {
  const { amount, noiInPlace, noiStabilized, totalCost, size } = loan
  const hasIncome = noiInPlace !== null || noiStabilized !== null
  // Amortizing debt service involves powers of large numbers, so it is computed only if a ratio needs it.
  const service = hasIncome ? debtService(loan) : null
  const covered = (noi: Money) => service && coverage(noi, service)
  return {
    debtYield: given(noiInPlace, (noi) => percentage(noi, amount)),
    debtYieldStabilized: given(noiStabilized, (noi) => percentage(noi, amount)),
    dscr: given(noiInPlace, covered),
    dscrStabilized: given(noiStabilized, covered),
    dscrBasis: hasIncome ? dscrBasisOf(loan) : null,
    ltc: given(totalCost, (cost) => percentage(amount, cost)),
    amountPerUnit: given(size, (units) => asMoney(divide(cents(amount) * 100n, cents(units)))),
  }
}

/**
 * The debt service coverage ratio (DSCR) used to filter and sort lists: the in-place ratio or, without in-place income,
 * the stabilized ratio.
 */
export const leadingDscr = ({ dscr, dscrStabilized }: Credit) => dscr ?? dscrStabilized
export const leadingDebtYield = ({ debtYield, debtYieldStabilized }: Credit) =>
  debtYield ?? debtYieldStabilized

const thousandDollars = asMoney(100_000n)

/**
 * Formats an amount as "$247,059 per key" or, below a thousand dollars, as "$153.60 per sq ft". If the unit is unknown,
 * uses "unit".
 */
export function formatPerUnit(amount: Money, sizeUnit: string | null): string {
  const format = compareFigures(amount, thousandDollars) < 0 ? formatCents : formatDollars
  return `${format(amount)} per ${sizeUnit?.replace(/s$/, '') ?? 'unit'}`
}

export const formatRatio = (ratio: Ratio) => `${ratio}x`

export const isBelowOne = (ratio: Ratio) => cents(ratio) < 100n
