/** The exposure of the desk: its orders, and how binding amounts are spread. */
import {
  largestFirst,
  rateBandFrom,
  withShares,
  type AmountSlice,
} from '#domain/position/concentration.ts'
import { subtractMoney, sumMoney, type Money } from '#domain/money.ts'

/** What the loans of the exposure are ordered by. */
export const exposureColumns = [
  'gap',
  'amount',
  'binding',
  'soft',
  'coverage',
  'published',
  'moved',
  'title',
] as const
export type ExposureColumn = (typeof exposureColumns)[number]
/** `-` is from the highest to the lowest. */
export type ExposureOrder = ExposureColumn | `-${ExposureColumn}`

export const isExposureOrder = (text: string): text is ExposureOrder =>
  (exposureColumns as readonly string[]).includes(text.replace(/^-/, ''))

/** What has something in common, and nothing has: no type, no state, no maturity. */
export const noKey = 'none'

/** The key of a name, or of none. A property type may be spelled `none`: its key is `~none`. */
function keyOfName(name: string | null): string {
  if (name === null) return noKey
  return /^~*none$/.test(name) ? `~${name}` : name
}

/** The name that a key is of; null for what has none. */
export function nameOfKey(key: string): string | null {
  if (key === noKey) return null
  return /^~+none$/.test(key) ? key.slice(1) : key
}

/** A sum of binding amounts by what they have in common. */
export interface KeyedAmount {
  /** Null where a loan has nothing of that kind. */
  key: string | null
  amount: Money
}

interface KeyedSlice extends AmountSlice {
  key: string | null
}

/** Of each key its share of all, the largest first. */
export const slicesBySize = (sums: readonly KeyedAmount[], missing: string): KeyedSlice[] =>
  withShares(
    sums
      .map(({ key, amount }) => ({ name: key ?? missing, key: keyOfName(key), amount }))
      .toSorted(largestFirst),
  )

/** Of each year; an unknown one comes last. */
export const slicesByYear = (sums: readonly KeyedAmount[]): KeyedSlice[] =>
  withShares(
    sums
      .map(({ key, amount }) => ({ name: key ?? 'Not set', key: key ?? noKey, amount }))
      .toSorted((a, b) => rank(a.key) - rank(b.key)),
  )

const rank = (key: string | null) => (key === null || key === noKey ? Infinity : Number(key))

/** Of each whole percent, the lowest first. */
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

/** The largest lenders, and the others together, of whom there are `count` in all. */
export function slicesByLender(
  largest: readonly Lender[],
  count: number,
  all: Money,
): KeyedSlice[] {
  const named = largest.map((lender) => ({
    name: tellApart(lender, largest),
    key: lender.id,
    amount: lender.amount,
  }))
  const others = count - largest.length
  if (others <= 0) return withShares(named)
  const rest = subtractMoney(all, sumMoney(largest.map(({ amount }) => amount)))
  const name = others === 1 ? '1 other lender' : `${others} other lenders`
  return withShares([...named, { name, key: null, amount: rest }])
}

/** The name; with the company, or else the email address, if others of them have the same. */
function tellApart({ id, name, companyName, email }: Lender, all: readonly Lender[]): string {
  const namesakes = all.filter((other) => other.id !== id && other.name === name)
  if (namesakes.length === 0) return name
  const isAlone = namesakes.every((other) => other.companyName !== companyName)
  return `${name} · ${companyName && isAlone ? companyName : email}`
}
