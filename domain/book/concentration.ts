/** How a lender's binding amounts are spread over kinds of loans. */
import { groupBy } from '#domain/groups.ts'
import { stateOf } from '#domain/loans/addresses.ts'
import { quarterOf } from '#domain/loans/maturity.ts'
import {
  compareFigures,
  percentNumber,
  percentsOf,
  sumMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'

/** A loan, and the binding amount held of it. */
export interface HeldLoan {
  propertyType: string | null
  propertyAddress: string | null
  interestRate: Percent
  /** The day; null if it isn't known. */
  maturity: string | null
  amount: Money
}

export interface AmountSlice {
  name: string
  amount: Money
  /** Of all; those of one kind total 100. */
  percentage: Percent
}

/** The sums by property type, by state, by whole percents of the rate, and by the quarter of the maturity. */
export function concentrationOf(held: readonly HeldLoan[]) {
  const bindingAmount = sumMoney(held.map(({ amount }) => amount))
  function slices(nameOf: (loan: HeldLoan) => string, loans = held): AmountSlice[] {
    const groups = [...groupBy(loans, nameOf)].map(([name, alike]) => ({
      name,
      amount: sumMoney(alike.map((loan) => loan.amount)),
    }))
    const percentages = percentsOf(groups.map(({ amount }) => amount))
    // One for each group.
    return groups.map((group, index) => ({ ...group, percentage: percentages[index] as Percent }))
  }
  const byRate = held.toSorted((a, b) => compareFigures(a.interestRate, b.interestRate))
  const byMaturity = held.toSorted((a, b) => compareDays(a.maturity, b.maturity))
  return {
    bindingAmount,
    byPropertyType: slices(({ propertyType }) => propertyType ?? 'Not specified').toSorted(
      largestFirst,
    ),
    byState: slices(({ propertyAddress }) => stateOf(propertyAddress) ?? 'Other').toSorted(
      largestFirst,
    ),
    byRate: slices(({ interestRate }) => rateBand(interestRate), byRate),
    byMaturity: slices(({ maturity }) => (maturity ? quarterOf(maturity) : 'Not set'), byMaturity),
  }
}

const largestFirst = (a: AmountSlice, b: AmountSlice) =>
  compareFigures(b.amount, a.amount) || (a.name < b.name ? -1 : 1)

/** Soonest first; an unknown day comes last. */
const compareDays = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1

/** "7.00% to 7.99%" of 7.25%. */
const rateBand = (rate: Percent) => rateBandFrom(percentNumber(rate))

/** "7.00% to 7.99%" of 7. */
export const rateBandFrom = (percent: number) => `${percent}.00% to ${percent}.99%`
