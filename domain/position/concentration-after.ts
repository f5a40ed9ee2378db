import { stateOf } from '#domain/loans/property/places.ts'
import { exactly, sumMoney, zeroPercent, type Money, type Percent } from '#domain/money.ts'
import type { concentrationOf, HeldLoan } from './concentration.ts'

type Concentration = ReturnType<typeof concentrationOf>

export interface ShareAfter {
  name: string
  /** A percentage with at most one decimal place. */
  before: Percent
  after: Percent
}

/** A lender's concentration in a loan's state and property type, before and after a commitment to the loan. */
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

/** Returns the part as a percentage of the total, rounded only once, to one decimal place. */
function tenthsOf(part: Money, all: Money): Percent {
  const { cents, divide, asPercent } = exactly
  return cents(all) === 0n ? zeroPercent : asPercent(divide(cents(part) * 1000n, cents(all)) * 10n)
}
