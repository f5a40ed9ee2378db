/** How a lender's binding amounts are spread over kinds of loans. */
import { groupBy } from '#domain/groups.ts'
import { stateOf } from '#domain/loans/addresses.ts'
import {
  compareFigures,
  percentNumber,
  percentOf,
  sumMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'

/** A loan, and the binding amount held of it. */
export interface HeldLoan {
  propertyType: string | null
  propertyAddress: string | null
  interestRate: Percent
  amount: Money
}

export interface AmountSlice {
  name: string
  amount: Money
  /** Of all. */
  percentage: Percent
}

/** The sums by property type, by state, and by whole percents of the rate. */
export function concentrationOf(held: readonly HeldLoan[]) {
  const bindingAmount = sumMoney(held.map(({ amount }) => amount))
  const slices = (nameOf: (loan: HeldLoan) => string, loans = held): AmountSlice[] =>
    [...groupBy(loans, nameOf)].map(([name, alike]) => {
      const amount = sumMoney(alike.map((loan) => loan.amount))
      return { name, amount, percentage: percentOf(amount, bindingAmount) }
    })
  const byRate = held.toSorted((a, b) => compareFigures(a.interestRate, b.interestRate))
  return {
    bindingAmount,
    byPropertyType: slices(({ propertyType }) => propertyType ?? 'Not specified').toSorted(
      largestFirst,
    ),
    byState: slices(({ propertyAddress }) => stateOf(propertyAddress) ?? 'Other').toSorted(
      largestFirst,
    ),
    byRate: slices(({ interestRate }) => rateBand(interestRate), byRate),
  }
}

const largestFirst = (a: AmountSlice, b: AmountSlice) =>
  compareFigures(b.amount, a.amount) || (a.name < b.name ? -1 : 1)

/** "7.00% to 7.99%" of 7.25%. */
const rateBand = (rate: Percent) => `${percentNumber(rate)}.00% to ${percentNumber(rate)}.99%`
