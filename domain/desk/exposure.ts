import {
  largestFirst,
  rateBandFrom,
  withShares,
  type AmountSlice,
} from '#domain/position/concentration.ts'
import { isAboveZero, subtractMoney, sumMoney, type Money } from '#domain/money.ts'

export const exposureColumns = [
  'gap',
  'amount',
  'binding',
  'soft',
  'coverage',
  'published',
  'moved',
  'due',
  'title',
] as const
export type ExposureColumn = (typeof exposureColumns)[number]
/** A sort order. A leading `-` means descending order. */
export type ExposureOrder = ExposureColumn | `-${ExposureColumn}`

export const isExposureOrder = (text: string): text is ExposureOrder =>
  (exposureColumns as readonly string[]).includes(text.replace(/^-/, ''))

/** The key for loans without a property type, state, or maturity. */
export const noKey = 'none'

/** Escapes a property type named `none` as `~none`. */
function keyOfName(name: string | null): string {
  if (name === null) return noKey
  return /^~*none$/.test(name) ? `~${name}` : name
}

export function nameOfKey(key: string): string | null {
  if (key === noKey) return null
  return /^~+none$/.test(key) ? key.slice(1) : key
}

export interface KeyedAmount {
  key: string | null
  amount: Money
}

interface KeyedSlice extends AmountSlice {
  key: string | null
}

export const slicesBySize = (sums: readonly KeyedAmount[], missing: string): KeyedSlice[] =>
  withShares(
    sums
      .map(({ key, amount }) => ({ name: key ?? missing, key: keyOfName(key), amount }))
      .toSorted(largestFirst),
  )

interface YearAmount extends KeyedAmount {
  estimatedAmount: Money
}

export const slicesByYear = (sums: readonly YearAmount[]): (KeyedSlice & YearAmount)[] =>
  withShares(
    sums
      .map(({ key, ...amounts }) => ({ name: key ?? 'Not set', key: key ?? noKey, ...amounts }))
      .toSorted((a, b) => rank(a.key) - rank(b.key)),
  )

const rank = (key: string | null) => (key === null || key === noKey ? Infinity : Number(key))

export const slicesByRate = (sums: readonly KeyedAmount[]): KeyedSlice[] =>
  withShares(
    sums
      .map(({ key, amount }) => ({ name: rateBandFrom(Number(key)), key, amount }))
      .toSorted((a, b) => rank(a.key) - rank(b.key)),
  )

interface Lender {
  id: string
  name: string
  companyName: string | null
  email: string
  amount: Money
}

/**
 * @param largest The largest lenders. All others are combined.
 * @param count The number of all lenders.
 * @param all The total for all lenders, without the originator's holds.
 * @param held The originator's holds.
 */
export function slicesByLender(
  largest: readonly Lender[],
  count: number,
  all: Money,
  held: Money,
): KeyedSlice[] {
  const named = largest.map((lender) => ({
    name: nameOf(lender, largest),
    key: lender.id,
    amount: lender.amount,
  }))
  const others = count - largest.length
  const rest = {
    name: others === 1 ? '1 other lender' : `${others} other lenders`,
    key: null,
    amount: subtractMoney(all, sumMoney(largest.map(({ amount }) => amount))),
  }
  const hold = { name: "Originator's hold", key: null, amount: held }
  return withShares([...named, ...(others > 0 ? [rest] : []), ...(isAboveZero(held) ? [hold] : [])])
}

/** Returns text such as "Quay Bank · Rosa Field", and adds the email address if several lenders have that name. */
function nameOf(lender: Lender, all: readonly Lender[]): string {
  const named = all.filter((other) => companyFirst(other) === companyFirst(lender))
  return named.length > 1 ? `${companyFirst(lender)} · ${lender.email}` : companyFirst(lender)
}

const companyFirst = ({ name, companyName }: Lender) =>
  companyName ? `${companyName} · ${name}` : name
