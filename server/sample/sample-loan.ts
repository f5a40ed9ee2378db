/** The source data of a loan in the sample portfolio. */
import type { LoanStatus } from '#domain/loans/statuses.ts'
import { formatDollars, parseMoney, parsePercent, type Money, type Percent } from '#domain/money.ts'
import type { Occupancy } from '#domain/loans/property/property-types.ts'
import type { Lighting } from './scenes/light.ts'
import type { SceneKind } from './scenes/scene.ts'

/** Whole US dollars: the sample has no cents, so plain integers hold its figures exactly. */
export type Dollars = number

export interface SampleLoan {
  /** Identifies the loan in the sample's other tables; its ids are derived from it. */
  key: string
  title: string
  borrowerName: string
  propertyAddress: string
  propertyType: string
  status: LoanStatus
  amount: Dollars
  /** Percent with two decimals, like the other rates. */
  interestRate: string
  /** Months. */
  term: number
  asIsValue: Dollars
  asCompleteValue?: Dollars
  /** For construction and renovation, the loan over the as-complete value; otherwise, over the as-is value. */
  ltv: string
  ltvOn: 'asIs' | 'asComplete'
  originationFee: string
  interestReserve?: Dollars
  propertyOccupancy?: Occupancy
  purpose: string
  /** The summary, one sentence each. */
  summary: readonly string[]
  sponsor: string
  /** Net operating income in place, per year. */
  noi?: Dollars
  /** What the money pays for, without the origination fee and interest reserve. */
  uses: Readonly<Record<string, Dollars>>
  tenancy?: Tenancy
  papers: readonly Paper[]
  photos: readonly SamplePhoto[]
  /** How long before the portfolio's date the loan was listed. */
  listedHoursAgo: number
}

/** Rented homes, storage units or beds by type, or leases, or both; they add up to the income. */
export interface Tenancy {
  units?: readonly UnitType[]
  leases?: readonly Lease[]
  /** Recoveries, parking, fees; per year. */
  otherIncome: Dollars
  /** Operating expenses, per year. */
  expenses: Dollars
}

export interface UnitType {
  name: string
  units: number
  occupied: number
  monthlyRent: Dollars
}

export interface Lease {
  suite: string
  /** Null for vacant space. */
  tenant: string | null
  areaSqft: number
  /** Dollars per square foot and year, in cents so that it stays an integer. */
  rentCents: number
  /** Years from the portfolio's date until it ends. */
  yearsLeft: number
}

export type Paper = 'termSheet' | 'appraisal' | 'environmental' | 'sourcesAndUses' | 'rentRoll'

export interface SamplePhoto {
  scene: SceneKind
  lighting: Lighting
  caption: string
  /** The first photo is the cover unless this is false. */
  isCover?: false
}

/** Rent in place, per year. */
export function rentInPlace({ units = [], leases = [] }: Tenancy): Dollars {
  const ofUnits = units.reduce((sum, unit) => sum + unit.occupied * unit.monthlyRent * 12, 0)
  return leases.reduce((sum, lease) => sum + annualRent(lease), ofUnits)
}

export const annualRent = (lease: Lease): Dollars =>
  lease.tenant === null ? 0 : Math.round((lease.areaSqft * lease.rentCents) / 100)

/** The fee in dollars: basis points of whole dollars. */
const originationFeeOf = (loan: SampleLoan): Dollars =>
  Math.round((loan.amount * basisPoints(loan.originationFee)) / 10_000)

/** All uses of the money, including financing costs. */
export const allUses = (loan: SampleLoan): Record<string, Dollars> => ({
  ...loan.uses,
  [`Origination fee (${loan.originationFee}%)`]: originationFeeOf(loan),
  ...(loan.interestReserve && { 'Interest reserve': loan.interestReserve }),
})

/** The sponsor's equity: the uses that the loan does not pay for. */
export const sponsorEquity = (loan: SampleLoan): Dollars =>
  Object.values(allUses(loan)).reduce((sum, use) => sum + use, 0) - loan.amount

/** One year's interest on the full amount, in dollars. */
export const annualInterest = (loan: SampleLoan): Dollars =>
  Math.round((loan.amount * basisPoints(loan.interestRate)) / 10_000)

/** Debt service coverage ratio, interest only, "1.32"; null without income. */
export const coverage = (loan: SampleLoan): string | null =>
  loan.noi === undefined ? null : twoPlaces(Math.round((loan.noi * 100) / annualInterest(loan)))

/** A part of the whole in percent, "64.81". */
export const percentOf = (part: Dollars, whole: Dollars): string =>
  twoPlaces(Math.round((part * 10_000) / whole))

function twoPlaces(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** "7.25" percent in basis points. */
export const basisPoints = (percent: string): number => Number(percent.replace('.', ''))

export function toMoney(dollars: Dollars): Money {
  const money = parseMoney(String(dollars))
  if (money === null) throw new RangeError(`Not an amount: ${dollars}`)
  return money
}

export function toPercent(text: string): Percent {
  const percent = parsePercent(text)
  if (percent === null) throw new RangeError(`Not a percentage: ${text}`)
  return percent
}

/** "$14,250,000" */
export const dollarText = (dollars: Dollars) => formatDollars(toMoney(dollars))
