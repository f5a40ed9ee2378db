/** What a loan of the sample portfolio is written down as. */
import type { LoanStatus } from '#domain/loans/statuses.ts'
import { formatDollars, parseMoney, parsePercent, type Money, type Percent } from '#domain/money.ts'
import type { Occupancy } from '#domain/loans/property-types.ts'
import type { Lighting } from './scenes/light.ts'
import type { SceneKind } from './scenes/scene.ts'

/** Whole US dollars: the sample has no cents, so plain integers hold its figures exactly. */
export type Dollars = number

export interface SampleLoan {
  /** Names the loan in the other tables of the sample, and its ids are made from it. */
  key: string
  title: string
  borrowerName: string
  propertyAddress: string
  propertyType: string
  status: LoanStatus
  amount: Dollars
  /** Per cent, two decimals, as are the other rates. */
  interestRate: string
  /** Months. */
  term: number
  asIsValue: Dollars
  asCompleteValue?: Dollars
  /** The loan over the as-complete value for construction and renovation, else over the as-is one. */
  ltv: string
  ltvOn: 'asIs' | 'asComplete'
  originationFee: string
  interestReserve?: Dollars
  propertyOccupancy?: Occupancy
  purpose: string
  /** The summary, a sentence each. */
  summary: readonly string[]
  sponsor: string
  /** Net operating income in place, a year. */
  noi?: Dollars
  /** What the money pays for, the origination fee and the interest reserve left out. */
  uses: Readonly<Record<string, Dollars>>
  tenancy?: Tenancy
  papers: readonly Paper[]
  photos: readonly SamplePhoto[]
  /** How long before the portfolio is made the loan was listed. */
  listedHoursAgo: number
}

/** Rented homes, storage units or beds by type, leases, or both; they add up to the income. */
export interface Tenancy {
  units?: readonly UnitType[]
  leases?: readonly Lease[]
  /** Recoveries, parking, fees; a year. */
  otherIncome: Dollars
  /** Operating expenses, a year. */
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
  /** Null is vacant space. */
  tenant: string | null
  areaSqft: number
  /** Dollars a square foot and year, in cents so that it stays an integer. */
  rentCents: number
  /** Years from the making of the portfolio until it ends. */
  yearsLeft: number
}

export type Paper = 'termSheet' | 'appraisal' | 'environmental' | 'sourcesAndUses' | 'rentRoll'

export interface SamplePhoto {
  scene: SceneKind
  lighting: Lighting
  caption: string
  /** The first photo is the cover unless it says false. */
  isCover?: false
}

/** Rent in place, a year. */
export function rentInPlace({ units = [], leases = [] }: Tenancy): Dollars {
  const ofUnits = units.reduce((sum, unit) => sum + unit.occupied * unit.monthlyRent * 12, 0)
  return leases.reduce((sum, lease) => sum + annualRent(lease), ofUnits)
}

export const annualRent = (lease: Lease): Dollars =>
  lease.tenant === null ? 0 : Math.round((lease.areaSqft * lease.rentCents) / 100)

/** The fee in dollars: hundredths of a per cent of whole dollars. */
const originationFeeOf = (loan: SampleLoan): Dollars =>
  Math.round((loan.amount * basisPoints(loan.originationFee)) / 10_000)

/** All uses of the money, financing costs included. */
export const allUses = (loan: SampleLoan): Record<string, Dollars> => ({
  ...loan.uses,
  [`Origination fee (${loan.originationFee}%)`]: originationFeeOf(loan),
  ...(loan.interestReserve && { 'Interest reserve': loan.interestReserve }),
})

/** What the sponsor brings: the uses that the loan does not pay. */
export const sponsorEquity = (loan: SampleLoan): Dollars =>
  Object.values(allUses(loan)).reduce((sum, use) => sum + use, 0) - loan.amount

/** Interest of a year at the full amount, in dollars. */
export const annualInterest = (loan: SampleLoan): Dollars =>
  Math.round((loan.amount * basisPoints(loan.interestRate)) / 10_000)

/** Debt service coverage, interest only, "1.32"; null without income. */
export const coverage = (loan: SampleLoan): string | null =>
  loan.noi === undefined ? null : twoPlaces(Math.round((loan.noi * 100) / annualInterest(loan)))

/** A part of the whole in per cent, "64.81". */
export const percentOf = (part: Dollars, whole: Dollars): string =>
  twoPlaces(Math.round((part * 10_000) / whole))

function twoPlaces(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Hundredths of a per cent in "7.25". */
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
