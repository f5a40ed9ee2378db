/** The exposure of the desk: its orders, and how binding amounts are spread. */
import { rateBandFrom, type AmountSlice } from '#domain/book/concentration.ts'
import { compareFigures, percentOf, subtractMoney, sumMoney, type Money } from '#domain/money.ts'

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

const sliceOf = (all: Money, name: string, key: string | null, amount: Money): KeyedSlice => ({
  name,
  key,
  amount,
  percentage: percentOf(amount, all),
})

const largestFirst = (a: KeyedSlice, b: KeyedSlice) =>
  compareFigures(b.amount, a.amount) || (a.name < b.name ? -1 : 1)

/** Of each key its share of all, the largest first. */
export const slicesBySize = (sums: readonly KeyedAmount[], all: Money, missing: string) =>
  sums
    .map(({ key, amount }) => sliceOf(all, key ?? missing, keyOfName(key), amount))
    .toSorted(largestFirst)

/** Of each year; an unknown one comes last. */
export const slicesByYear = (sums: readonly KeyedAmount[], all: Money) =>
  sums
    .map(({ key, amount }) => sliceOf(all, key ?? 'Not set', key ?? noKey, amount))
    .toSorted((a, b) => rank(a.key) - rank(b.key))

const rank = (key: string | null) => (key === null || key === noKey ? Infinity : Number(key))

/** Of each whole percent, the lowest first. */
export const slicesByRate = (sums: readonly KeyedAmount[], all: Money) =>
  sums
    .map(({ key, amount }) => sliceOf(all, rateBandFrom(Number(key)), key, amount))
    .toSorted((a, b) => rank(a.key) - rank(b.key))

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
  const named = largest.map((lender) =>
    sliceOf(all, tellApart(lender, largest), lender.id, lender.amount),
  )
  const others = count - largest.length
  if (others <= 0) return named
  const rest = subtractMoney(all, sumMoney(largest.map(({ amount }) => amount)))
  const name = others === 1 ? '1 other lender' : `${others} other lenders`
  return [...named, sliceOf(all, name, null, rest)]
}

/** The name; with the company, or else the email address, if others of them have the same. */
function tellApart({ id, name, companyName, email }: Lender, all: readonly Lender[]): string {
  const namesakes = all.filter((other) => other.id !== id && other.name === name)
  if (namesakes.length === 0) return name
  const isAlone = namesakes.every((other) => other.companyName !== companyName)
  return `${name} · ${companyName && isAlone ? companyName : email}`
}
