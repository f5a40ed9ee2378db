/**
 * All arithmetic on money, rates and shares, and their formatting.
 *
 * Elsewhere a figure is a decimal text with a branded type, so that passing a plain string or number
 * does not compile. Here it becomes a bigint of cents (or basis points), is rounded half away from zero at
 * most once, and becomes text again. No figure is ever a float.
 */

declare const moneyBrand: unique symbol
declare const percentBrand: unique symbol

/** US dollars as decimal text, "2500000.50"; at most 13 digits before the point. */
export type Money = string & { readonly [moneyBrand]: true }
/** A rate, ratio or share in percent as decimal text, "7.25". */
export type Percent = string & { readonly [percentBrand]: true }

/** The largest figure of decimal(15,2), in cents. */
const maxCents = 999_999_999_999_999n
/** The largest figure of decimal(5,2), in basis points. */
const maxBasisPoints = 99_999n
/** 100% in basis points. */
const whole = 10_000n

const decimalText = /^(-?)(\d{1,20})(?:\.(\d{1,2}))?$/

/** The hundredths in a decimal text with zero to two decimals; null for any other text. */
function hundredths(text: string): bigint | null {
  const match = decimalText.exec(text)
  if (!match) return null
  const [, sign, units = '', fraction = ''] = match
  const value = BigInt(units) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign ? -value : value
}

function cents(text: string): bigint {
  const value = hundredths(text)
  if (value === null) throw new RangeError(`Not a decimal figure: ${text.slice(0, 40)}`)
  return value
}

const negate = (value: bigint) => -value
const size = (value: bigint) => (value < 0n ? -value : value)

/** The only rounding: half away from zero, so that a negated figure rounds to the negated result. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const quotient = (2n * size(dividend) + size(divisor)) / (2n * size(divisor))
  return dividend < 0n === divisor < 0n ? quotient : -quotient
}

function decimal(value: bigint): string {
  const digits = size(value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// The only place where a computed figure gets its brand.
const asMoney = (value: bigint) => decimal(value) as Money
const asPercent = (value: bigint) => decimal(value) as Percent

/** Parses a text as money with two decimals; null unless it fits decimal(15,2). */
export function parseMoney(text: string): Money | null {
  const value = hundredths(text.trim())
  return value === null || value < -maxCents || value > maxCents ? null : asMoney(value)
}

/** Parses a text as a percentage with two decimals; null unless it fits decimal(5,2). */
export function parsePercent(text: string): Percent | null {
  const value = hundredths(text.trim())
  return value === null || value < -maxBasisPoints || value > maxBasisPoints
    ? null
    : asPercent(value)
}

/** A whole percentage as a share: 25 becomes "25.00". */
export const wholePercent = (percentage: number) => asPercent(BigInt(Math.trunc(percentage)) * 100n)

export const zeroMoney = asMoney(0n)
export const zeroPercent = asPercent(0n)

/** Below zero, zero or above zero, as for a sort; for money and for percentages. */
export function compareFigures<F extends Money | Percent>(a: F, b: F): number {
  const difference = cents(a) - cents(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const isAboveZero = (figure: Money | Percent) => cents(figure) > 0n

export const sumMoney = (amounts: readonly Money[]) =>
  asMoney(amounts.reduce((total, amount) => total + cents(amount), 0n))

export const sumPercent = (shares: readonly Percent[]) =>
  asPercent(shares.reduce((total, share) => total + cents(share), 0n))

/** What is left of an amount; negative when more is taken than there is. */
export const subtractMoney = (amount: Money, taken: Money) => asMoney(cents(amount) - cents(taken))

/** The difference of two shares; negative when more is taken than there is. */
export const subtractPercent = (share: Percent, taken: Percent) =>
  asPercent(cents(share) - cents(taken))

/** An amount that bears interest at a yearly rate. */
export interface LentAmount {
  amount: Money
  rate: Percent
}

/** The sum of amount × rate, in cents × basis points: exact. */
const sumOfProducts = (lent: readonly LentAmount[]) =>
  lent.reduce((sum, { amount, rate }) => sum + cents(amount) * cents(rate), 0n)

/**
 * The mean of the rates, each weighted by its amount, rounded to two decimals once, at the end; null when the
 * amounts total zero.
 */
export function weightedPercent(lent: readonly LentAmount[]): Percent | null {
  const all = total(lent.map(({ amount }) => cents(amount)))
  return all === 0n ? null : asPercent(divide(sumOfProducts(lent), all))
}

/**
 * The simple interest of one year: the sum of amount × rate ÷ 100, rounded to the cent once, so that it
 * doesn't depend on how the amounts are divided.
 */
export const yearlyInterest = (lent: readonly LentAmount[]): Money =>
  asMoney(divide(sumOfProducts(lent), whole))

/** How much of a whole amount a part is, rounded to two decimals; zero of nothing. */
export function percentOf(part: Money, all: Money): Percent {
  const divisor = cents(all)
  return divisor === 0n ? zeroPercent : asPercent(divide(cents(part) * whole, divisor))
}

/** The value of a share of a loan: amount × share ÷ 100, rounded to the cent. */
export const shareAmount = (amount: Money, share: Percent): Money =>
  asMoney(divide(cents(amount) * cents(share), whole))

/** True when two amounts differ by at most one cent, as when a client rounds floats. */
export function withinOneCent(a: Money, b: Money): boolean {
  const difference = cents(a) - cents(b)
  return difference >= -1n && difference <= 1n
}

/** 100% minus what is committed, never below zero. */
export function availablePercent(committed: Percent): Percent {
  const left = whole - cents(committed)
  return asPercent(left > 0n ? left : 0n)
}

/** A share in whole percent, rounded down: for sliders and drawn segments. */
export const percentNumber = (share: Percent) => Number(cents(share) / 100n)

/**
 * Splits an amount over shares that total 100 % so that the parts add up to it to the cent:
 * each share gets its exact part rounded down, and the left-over cents go to the largest remainders
 * (ties: the larger share, then the earlier one). This is the largest remainder (Hamilton) method.
 * The parts are in the order of the shares, which must be ordered by time. A negative amount has the negated
 * parts of the positive one.
 */
export function allocateWhole(amount: Money, shares: readonly Percent[]): Money[] {
  const weights = shares.map(cents)
  if (total(weights) !== whole) throw new RangeError('The shares do not total 100 %')
  return apportion(cents(amount), weights).map(asMoney)
}

/**
 * How much in percent each amount is of all of them: together exactly 100, and none more than 0.01 off, by the same
 * method. Each is 0 when all of them are.
 */
export function percentsOf(amounts: readonly Money[]): Percent[] {
  const weights = amounts.map(cents)
  return total(weights) === 0n
    ? weights.map(() => zeroPercent)
    : apportion(whole, weights).map(asPercent)
}

/** Divides a figure in proportion to weights, whose total is not 0. */
function apportion(figure: bigint, weights: readonly bigint[]): bigint[] {
  const all = total(weights)
  if (figure < 0n) return apportion(-figure, weights).map(negate)
  if (all < 0n) return apportion(figure, weights.map(negate))
  const parts = weights.map((weight, index) => {
    const exact = figure * weight
    // The remainder is positive even if the weight is negative.
    const remainder = ((exact % all) + all) % all
    return { index, weight, floor: (exact - remainder) / all, remainder }
  })
  const leftOver = Number(figure - total(parts.map(({ floor }) => floor)))
  const gets = new Set(
    parts
      .toSorted((a, b) =>
        a.remainder !== b.remainder
          ? a.remainder > b.remainder
            ? -1
            : 1
          : a.weight !== b.weight
            ? a.weight > b.weight
              ? -1
              : 1
            : a.index - b.index,
      )
      .slice(0, leftOver)
      .map((part) => part.index),
  )
  return parts.map((part) => part.floor + (gets.has(part.index) ? 1n : 0n))
}

const total = (figures: readonly bigint[]) => figures.reduce((sum, figure) => sum + figure, 0n)

const grouped = (units: bigint) => units.toString().replace(/\B(?=(\d{3})+$)/g, ',')

/** "$2,500,000.50", to the cent. */
export function formatCents(amount: Money): string {
  const value = cents(amount)
  const [units = '', fraction] = decimal(size(value)).split('.')
  return `${value < 0n ? '-' : ''}$${grouped(BigInt(units))}.${fraction}`
}

/** "$2,500,001", rounded to the dollar. */
export function formatDollars(amount: Money): string {
  const dollars = divide(cents(amount), 100n)
  return `${dollars < 0n ? '-' : ''}$${grouped(size(dollars))}`
}

/** "$48.3M" from one million up, rounded to the tenth. Smaller and negative amounts are in whole dollars. */
export function formatMillions(amount: Money): string {
  const value = cents(amount)
  if (value < 100_000_000n) return formatDollars(amount)
  const tenths = divide(value, 10_000_000n)
  return `$${grouped(tenths / 10n)}.${tenths % 10n}M`
}

/**
 * "$15.75M" from one million up, rounded to two decimals at most. Smaller and negative amounts are in whole
 * dollars.
 */
export function formatShortly(amount: Money): string {
  const value = cents(amount)
  if (value < 100_000_000n) return formatDollars(amount)
  const [units = '', fraction = ''] = decimal(divide(value, 1_000_000n)).split('.')
  return `$${grouped(BigInt(units))}${`.${fraction}`.replace(/\.?0+$/, '')}M`
}

/** "7.25%": rates, LTV and fees always have two decimals. */
export const formatRate = (rate: Percent) => `${decimal(cents(rate))}%`

/** "25%", or "12.5%" where a stored share is not whole. */
export const formatShare = (share: Percent) => `${decimal(cents(share)).replace(/\.?0+$/, '')}%`

/** "10% ($250,000.00)": a share of a loan, and what it is worth. */
export const formatPart = (share: Percent, amount: Money) =>
  `${formatShare(share)} (${formatCents(amount)})`
