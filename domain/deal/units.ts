/**
 * Shares as whole numbers of 0.01% of the loan, so 10,000 units are the loan. A number is exact, because no product in
 * the allocation exceeds 10¹¹.
 */
import { exactly, type Percent } from '#domain/money.ts'

export const wholeUnits = 10_000

export const unitsOf = (share: Percent): number => Number(exactly.cents(share))
export const shareOf = (units: number): Percent => exactly.asPercent(BigInt(units))

export const sumOf = <Item>(items: readonly Item[], read: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0)

export const roundDown = (units: number, step: number): number => units - (units % step)
export const roundUp = (units: number, step: number): number => roundDown(units + step - 1, step)
