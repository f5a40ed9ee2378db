import { groupBy } from '#domain/groups.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { quarterOf, type ExpectedMaturity } from '#domain/loans/maturity.ts'
import {
  compareFigures,
  percentNumber,
  percentsOf,
  sumMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'

export interface HeldLoan {
  propertyType: string | null
  propertyAddress: string | null
  interestRate: Percent
  maturity: ExpectedMaturity
  amount: Money
}

interface NamedAmount {
  name: string
  amount: Money
}

export interface AmountSlice extends NamedAmount {
  percentage: Percent
}

export interface MaturitySlice extends AmountSlice {
  estimatedAmount: Money
}

export function concentrationOf(held: readonly HeldLoan[]) {
  const bindingAmount = sumMoney(held.map(({ amount }) => amount))
  const groups = (nameOf: (loan: HeldLoan) => string, loans = held) =>
    [...groupBy(loans, nameOf)].map(([name, alike]) => ({
      name,
      amount: sumMoney(alike.map((loan) => loan.amount)),
    }))
  const byRate = held.toSorted((a, b) => compareFigures(a.interestRate, b.interestRate))
  const byMaturity = held.toSorted((a, b) => compareDays(a.maturity.day, b.maturity.day))
  return {
    bindingAmount,
    byPropertyType: withShares(
      groups(({ propertyType }) => propertyType ?? 'Not specified').toSorted(largestFirst),
    ),
    byState: withShares(
      groups(({ propertyAddress }) => stateOf(propertyAddress) ?? 'Other').toSorted(largestFirst),
    ),
    byRate: withShares(groups(({ interestRate }) => rateBand(interestRate), byRate)),
    byMaturity: withShares(
      [...groupBy(byMaturity, quarterName)].map(([name, alike]) => ({
        name,
        amount: sumMoney(alike.map((loan) => loan.amount)),
        estimatedAmount: sumMoney(
          alike.filter((loan) => loan.maturity.isEstimated).map((loan) => loan.amount),
        ),
      })),
    ),
  }
}

const quarterName = ({ maturity: { day } }: HeldLoan) => (day === null ? 'Not set' : quarterOf(day))

/** Adds a percentage to each item. The percentages add up to exactly 100. */
export function withShares<Part extends { amount: Money }>(
  parts: readonly Part[],
): (Part & { percentage: Percent })[] {
  const percentages = percentsOf(parts.map(({ amount }) => amount))
  return parts.map((part, index) => ({ ...part, percentage: percentages[index] as Percent }))
}

export const largestFirst = (a: NamedAmount, b: NamedAmount) =>
  compareFigures(b.amount, a.amount) || (a.name < b.name ? -1 : 1)

const compareDays = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1

const rateBand = (rate: Percent) => rateBandFrom(percentNumber(rate))

export const rateBandFrom = (percent: number) => `${percent}.00% to ${percent}.99%`
