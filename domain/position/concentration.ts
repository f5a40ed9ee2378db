import { groupBy } from '#domain/groups.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { quarterOf } from '#domain/loans/maturity.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  exactly,
  percentNumber,
  percentsOf,
  sumMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

export interface HeldLoan {
  propertyType: string | null
  propertyAddress: string | null
  interestRate: Percent
  status: LoanStatus
  /** Null if the loan isn't funded or its funding date is unknown. */
  maturity: string | null
  amount: Money
}

interface NamedAmount {
  name: string
  amount: Money
}

export interface AmountSlice extends NamedAmount {
  /** The slices in a list add up to 100. */
  percentage: Percent
}

export function concentrationOf(held: readonly HeldLoan[]) {
  const bindingAmount = sumMoney(held.map(({ amount }) => amount))
  const groups = (nameOf: (loan: HeldLoan) => string, loans = held) =>
    [...groupBy(loans, nameOf)].map(([name, alike]) => ({
      name,
      amount: sumMoney(alike.map((loan) => loan.amount)),
    }))
  const byRate = held.toSorted((a, b) => compareFigures(a.interestRate, b.interestRate))
  const byMaturity = held.toSorted((a, b) => compareDays(a.maturity, b.maturity))
  return {
    bindingAmount,
    byPropertyType: withShares(
      groups(({ propertyType }) => propertyType ?? 'Not specified').toSorted(largestFirst),
    ),
    byState: withShares(
      groups(({ propertyAddress }) => stateOf(propertyAddress) ?? 'Other').toSorted(largestFirst),
    ),
    byRate: withShares(groups(({ interestRate }) => rateBand(interestRate), byRate)),
    byMaturity: withShares(groups(maturityName, byMaturity)),
  }
}

type Concentration = ReturnType<typeof concentrationOf>

export interface ShareAfter {
  name: string
  /** With at most one decimal. */
  before: Percent
  after: Percent
}

/** The parts of a binding book in a loan's state and property type, before and after a commitment to the loan. */
export function concentrationAfter(
  {
    bindingAmount,
    byState,
    byPropertyType,
  }: Pick<Concentration, 'bindingAmount' | 'byState' | 'byPropertyType'>,
  {
    propertyType,
    propertyAddress,
    amount,
  }: Pick<HeldLoan, 'propertyType' | 'propertyAddress' | 'amount'>,
): ShareAfter[] {
  const state = stateOf(propertyAddress)
  const named = [
    { name: state, slices: byState },
    { name: propertyType, slices: byPropertyType },
  ]
  return named.flatMap(({ name, slices }) => {
    if (name === null) return []
    const held = sumMoney(
      slices.filter((slice) => slice.name === name).map((slice) => slice.amount),
    )
    const before = tenthsOf(held, bindingAmount)
    const after = tenthsOf(sumMoney([held, amount]), sumMoney([bindingAmount, amount]))
    return [{ name, before, after }]
  })
}

/** Rounded once, to one decimal. */
function tenthsOf(part: Money, all: Money): Percent {
  const { cents, divide, asPercent } = exactly
  return cents(all) === 0n ? zeroPercent : asPercent(divide(cents(part) * 1000n, cents(all)) * 10n)
}

export const notFundedYet = 'Not funded yet'

const maturityName = ({ status, maturity }: HeldLoan) =>
  maturity ? quarterOf(maturity) : status === 'funded' ? 'Not set' : notFundedYet

/** Adds a percentage to each item. The percentages add up to exactly 100. */
export function withShares<Part extends { amount: Money }>(
  parts: readonly Part[],
): (Part & { percentage: Percent })[] {
  const percentages = percentsOf(parts.map(({ amount }) => amount))
  return parts.map((part, index) => ({ ...part, percentage: percentages[index] as Percent }))
}

export const largestFirst = (a: NamedAmount, b: NamedAmount) =>
  compareFigures(b.amount, a.amount) || (a.name < b.name ? -1 : 1)

/** Soonest first. Unknown days come last. */
const compareDays = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1

const rateBand = (rate: Percent) => rateBandFrom(percentNumber(rate))

/** Returns "7.00% to 7.99%" for 7. */
export const rateBandFrom = (percent: number) => `${percent}.00% to ${percent}.99%`
