/**
 * Arithmetic and formatting of money, rates, and shares.
 *
 * Elsewhere, a figure is a decimal string with a branded type. Here, it is a bigint of cents or basis points, rounded
 * half away from zero at most once. No figure is ever a float.
 */

declare const moneyBrand: unique symbol
declare const percentBrand: unique symbol
declare const rateBrand: unique symbol

/** US dollars as a decimal string, such as "2500000.50", with at most 13 digits before the decimal point. */
export type Money = string & { readonly [moneyBrand]: true }
/** A rate, ratio, or share in percent as a decimal string, such as "7.25". */
export type Percent = string & { readonly [percentBrand]: true }
/** An annual rate in percent with two to five decimal places, such as "7.125". */
export type Rate = string & { readonly [rateBrand]: true }

/** The maximum of decimal(15,2), in cents. */
const maxCents = 999_999_999_999_999n
/** The maximum of decimal(5,2), in basis points. */
const maxBasisPoints = 99_999n
/** 100% in basis points. */
const whole = 10_000n

const decimalText = /^(-?)(\d{1,20})(?:\.(\d{1,2}))?$/

/** Parses a number with up to two decimal places as hundredths. Returns null for any other string. */
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

/** A rate in hundred-thousandths of a percent, because note rates are quoted with up to five decimal places. */
const perPercent = 100_000n
const rateText = /^(\d{1,3})(?:\.(\d{1,5}))?$/

function rateUnits(rate: Percent | Rate): bigint {
  const [, units, fraction = ''] = rateText.exec(rate) ?? []
  if (units === undefined) throw new RangeError(`Not a rate: ${rate.slice(0, 40)}`)
  return BigInt(units) * perPercent + BigInt(fraction.padEnd(5, '0'))
}

const negate = (value: bigint) => -value
const size = (value: bigint) => (value < 0n ? -value : value)

/**
 * Rounds half away from zero so that negating a figure before or after rounding gives the same result. This is the only
 * function that rounds.
 */
function divide(dividend: bigint, divisor: bigint): bigint {
  const quotient = (2n * size(dividend) + size(divisor)) / (2n * size(divisor))
  return dividend < 0n === divisor < 0n ? quotient : -quotient
}

function decimal(value: bigint): string {
  const digits = size(value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// Only these functions convert computed figures to branded types.
const asMoney = (value: bigint) => decimal(value) as Money
const asPercent = (value: bigint) => decimal(value) as Percent

/**
 * Exact arithmetic for other modules in `domain`: figures in cents and hundred-thousandths of a percent, and a rounded
 * quotient.
 */
export const exactly = { cents, rateUnits, perPercent, divide, asMoney, asPercent }

/** Returns null unless the string fits decimal(15,2). */
export function parseMoney(text: string): Money | null {
  const value = hundredths(text.trim())
  return value === null || value < -maxCents || value > maxCents ? null : asMoney(value)
}

/** Returns null unless the string fits decimal(5,2). */
export function parsePercent(text: string): Percent | null {
  const value = hundredths(text.trim())
  return value === null || value < -maxBasisPoints || value > maxBasisPoints
    ? null
    : asPercent(value)
}

/**
 * Parses a rate of at most 999.99, which fits decimal(5,2) even after rounding. Omits zeros after the second decimal
 * place. Returns null for any other string.
 */
export function parseRate(text: string): Rate | null {
  const [, units, fraction = ''] = rateText.exec(text.trim()) ?? []
  if (units === undefined) return null
  const rate = `${BigInt(units)}.${fraction.replace(/0+$/, '').padEnd(2, '0')}` as Rate
  return rateUnits(rate) > maxBasisPoints * 1000n ? null : rate
}

/** Rounds a rate to two decimal places, with halves rounded up. */
export const roundRate = (rate: Rate): Percent => asPercent(divide(rateUnits(rate), 1000n))

export const isSameRate = (a: Percent | Rate, b: Percent | Rate) => rateUnits(a) === rateUnits(b)

export const wholePercent = (percentage: number) => asPercent(BigInt(Math.trunc(percentage)) * 100n)

export const zeroMoney = asMoney(0n)
export const zeroPercent = asPercent(0n)

export function compareFigures<F extends Money | Percent>(a: F, b: F): number {
  const difference = cents(a) - cents(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const isAboveZero = (figure: Money | Percent) => cents(figure) > 0n

export const sumMoney = (amounts: readonly Money[]) =>
  asMoney(amounts.reduce((total, amount) => total + cents(amount), 0n))

export const sumPercent = (shares: readonly Percent[]) =>
  asPercent(shares.reduce((total, share) => total + cents(share), 0n))

export const subtractMoney = (amount: Money, taken: Money) => asMoney(cents(amount) - cents(taken))

export const subtractPercent = (share: Percent, taken: Percent) =>
  asPercent(cents(share) - cents(taken))

export interface LentAmount {
  amount: Money
  rate: Percent | Rate
}

/** The exact sum of amount × rate, in cents × hundred-thousandths of a percent. */
const sumOfProducts = (lent: readonly LentAmount[]) =>
  lent.reduce((sum, { amount, rate }) => sum + cents(amount) * rateUnits(rate), 0n)

/**
 * The mean of the rates, weighted by amount and rounded once at the end to two decimal places, or null if the amounts
 * total zero.
 */
export function weightedPercent(lent: readonly LentAmount[]): Percent | null {
  const all = total(lent.map(({ amount }) => cents(amount)))
  return all === 0n ? null : asPercent(divide(sumOfProducts(lent), all * 1000n))
}

/**
 * One year's simple interest: the sum of amount × rate ÷ 100. Only the sum is rounded to the cent, so splitting an
 * amount doesn't change the result.
 */
export const yearlyInterest = (lent: readonly LentAmount[]): Money =>
  asMoney(divide(sumOfProducts(lent), 100n * perPercent))

/** A twelfth of one year's interest, rounded to the cent. */
export const monthlyInterest = (lent: readonly LentAmount[]): Money =>
  asMoney(divide(sumOfProducts(lent), 1200n * perPercent))

/** Returns `part` as a percentage of `all`, rounded to two decimal places, or zero if `all` is zero. */
export function percentOf(part: Money, all: Money): Percent {
  const divisor = cents(all)
  return divisor === 0n ? zeroPercent : asPercent(divide(cents(part) * whole, divisor))
}

/** The amount of a share: amount × share ÷ 100, rounded to the cent. */
export const shareAmount = (amount: Money, share: Percent): Money =>
  asMoney(divide(cents(amount) * cents(share), whole))

/** Compares amounts, and tolerates the rounding error of a client that uses floats. */
export function withinOneCent(a: Money, b: Money): boolean {
  const difference = cents(a) - cents(b)
  return difference >= -1n && difference <= 1n
}

/** Returns 100% minus the committed share, but never less than zero. */
export function availablePercent(committed: Percent): Percent {
  const left = whole - cents(committed)
  return asPercent(left > 0n ? left : 0n)
}

/** Rounds a share down to a whole percentage, for sliders and charts. */
export const percentNumber = (share: Percent) => Number(cents(share) / 100n)

/**
 * Splits an amount by shares that total 100%, using the largest remainder (Hamilton) method. In a tie, the larger share
 * comes first, and then the earlier share, so `shares` must be ordered by time. Negative amounts are split like
 * positive ones.
 */
export function allocateWhole(amount: Money, shares: readonly Percent[]): Money[] {
  const weights = shares.map(cents)
  if (total(weights) !== whole) throw new RangeError('The shares do not total 100 %')
  return apportion(cents(amount), weights).map(asMoney)
}

/**
 * Returns each amount as a percentage of the total, using the largest remainder method. The percentages add up to
 * exactly 100, and each differs by at most 0.01 from the exact percentage. All are 0 if the total is 0.
 */
export function percentsOf(amounts: readonly Money[]): Percent[] {
  const weights = amounts.map(cents)
  return total(weights) === 0n
    ? weights.map(() => zeroPercent)
    : apportion(whole, weights).map(asPercent)
}

/** @param weights Their total must not be 0. */
function apportion(figure: bigint, weights: readonly bigint[]): bigint[] {
  const all = total(weights)
  if (figure < 0n) return apportion(-figure, weights).map(negate)
  if (all < 0n) return apportion(figure, weights.map(negate))
  const parts = weights.map((weight, index) => {
    const exact = figure * weight
    // The remainder must be positive even if the weight is negative.
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

/** Figures shown to users have a minus sign. Figures in the API have a hyphen instead. */
const signOf = (value: bigint) => (value < 0n ? '−' : '')

const signed = (value: bigint) => `${signOf(value)}${decimal(size(value))}`

/** Formats an amount as "$2,500,000.50" or "−$2,500,000.50". */
export function formatCents(amount: Money): string {
  const value = cents(amount)
  const [units = '', fraction] = decimal(size(value)).split('.')
  return `${signOf(value)}$${grouped(BigInt(units))}.${fraction}`
}

/** Formats a change in an amount as "+$100.00", "−$100.00", or "$0.00". */
export const formatChange = (amount: Money): string =>
  `${cents(amount) > 0n ? '+' : ''}${formatCents(amount)}`

/** Formats an amount as "$2,500,001", rounded to the dollar. */
export function formatDollars(amount: Money): string {
  const dollars = divide(cents(amount), 100n)
  return `${signOf(dollars)}$${grouped(size(dollars))}`
}

const million = 100_000_000n

/** Formats one million or more as "$48.3M", rounded to one decimal place. Smaller amounts are shown in whole dollars. */
export function formatMillions(amount: Money): string {
  const value = cents(amount)
  if (size(value) < million) return formatDollars(amount)
  const tenths = divide(size(value), million / 10n)
  return `${signOf(value)}$${grouped(tenths / 10n)}.${tenths % 10n}M`
}

/**
 * Formats one million or more as "$15.75M", rounded to at most two decimal places. Smaller amounts are shown in whole
 * dollars.
 */
export function formatShortly(amount: Money): string {
  const value = cents(amount)
  if (size(value) < million) return formatDollars(amount)
  const [units = '', fraction = ''] = decimal(divide(size(value), million / 100n)).split('.')
  return `${signOf(value)}$${grouped(BigInt(units))}${`.${fraction}`.replace(/\.?0+$/, '')}M`
}

/** Formats a rate as "7.25%", always with two decimal places. */
export const formatRate = (rate: Percent) => `${signed(cents(rate))}%`

/** Formats a rate as "7.125%", with two to five decimal places. */
export const formatExactRate = (rate: Percent | Rate) => `${parseRate(rate) ?? rate}%`

/** Formats a share as "25%", or as "12.5%" if it isn't whole. */
export const formatShare = (share: Percent) => `${signed(cents(share)).replace(/\.?0+$/, '')}%`

/** Formats a share and its amount as "10% ($250,000.00)". */
export const formatPart = (share: Percent, amount: Money) =>
  `${formatShare(share)} (${formatCents(amount)})`
