/**
 * Tests the distribution of rounding cents, which makes the binding amounts in a fully committed loan add up to the
 * loan amount.
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  allocateWhole,
  percentOf,
  percentsOf,
  shareAmount,
  sumMoney,
  sumPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

const print = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
const hundredths = (text: string) => BigInt(text.replace('.', ''))

const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
  fc.bigInt({ min: 1n, max: 20_000n }),
)

function partition(step: bigint) {
  const places = 10_000n / step
  return fc.uniqueArray(fc.bigInt({ min: 1n, max: places - 1n }), { maxLength: 60 }).map((cuts) => {
    const sorted = cuts.toSorted((a, b) => (a < b ? -1 : 1))
    return [...sorted, places].map((cut, index) => (cut - (sorted[index - 1] ?? 0n)) * step)
  })
}
const wholeShares = partition(100n)
const anyShares = partition(1n)

const allocate = (amount: bigint, shares: bigint[]) =>
  allocateWhole(
    print(amount) as Money,
    shares.map((share) => print(share) as Percent),
  )

it('allocates amounts that add up to the loan amount, to the cent, for any shares that total 100%', () => {
  fc.assert(
    fc.property(amounts, fc.oneof(wholeShares, anyShares), (amount, shares) => {
      expect(sumMoney(allocate(amount, shares))).toBe(print(amount))
    }),
    { numRuns: 1000 },
  )
})

it('allocates amounts that differ from the exact amounts by less than one cent', () => {
  fc.assert(
    fc.property(amounts, anyShares, (amount, shares) => {
      for (const [index, part] of allocate(amount, shares).entries()) {
        const exact = amount * (shares[index] ?? 0n)
        const over = hundredths(part) * 10_000n - exact
        expect(over > -10_000n && over < 10_000n).toBe(true)
      }
    }),
  )
})

/** A reference implementation that distributes the remaining cents one by one. */
function oneByOne(amount: bigint, shares: bigint[]): string[] {
  const parts = shares.map((share) => (amount * share) / 10_000n)
  const claims = shares.map((share, index) => ({ share, index, rest: (amount * share) % 10_000n }))
  let left = amount - parts.reduce((sum, part) => sum + part, 0n)
  while (left > 0n) {
    const first = claims.reduce((best, claim) => {
      if (claim.rest !== best.rest) return claim.rest > best.rest ? claim : best
      if (claim.share !== best.share) return claim.share > best.share ? claim : best
      return best
    })
    parts[first.index] = (parts[first.index] ?? 0n) + 1n
    claims.splice(claims.indexOf(first), 1)
    left -= 1n
  }
  return parts.map(print)
}

it('distributes leftover cents by largest remainder, then by larger share, and then by order', () => {
  fc.assert(
    fc.property(amounts, fc.oneof(wholeShares, anyShares), (amount, shares) => {
      expect(allocate(amount, shares)).toEqual(oneByOne(amount, shares))
    }),
  )
})

it('splits a negative amount in the same way as a positive amount, to the cent', () => {
  expect(allocateWhole('-0.05' as Money, ['50.00', '50.00'] as Percent[])).toEqual([
    '-0.03',
    '-0.02',
  ])
  fc.assert(
    fc.property(amounts, fc.oneof(wholeShares, anyShares), (amount, shares) => {
      const parts = allocateWhole(
        `-${print(amount)}` as Money,
        shares.map((share) => print(share) as Percent),
      )
      expect(sumMoney(parts)).toBe(`-${print(amount)}`)
      expect(parts.map((part) => part.replace('-', ''))).toEqual(allocate(amount, shares))
    }),
  )
})

it('returns percentages that total exactly 100 for amounts of either sign', () => {
  const signed = fc.bigInt({ min: -1_000_000n, max: 1_000_000n })
  const signedPrint = (value: bigint) => (value < 0n ? `-${print(-value)}` : print(value)) as Money
  fc.assert(
    fc.property(fc.array(signed, { minLength: 1, maxLength: 12 }), (figures) => {
      fc.pre(figures.reduce((sum, figure) => sum + figure, 0n) !== 0n)
      const percents = percentsOf(figures.map(signedPrint))
      expect(sumPercent(percents)).toBe('100.00')
      expect(percentsOf(figures.map((figure) => signedPrint(-figure)))).toEqual(percents)
    }),
  )
})

it('breaks ties between equal remainders in the documented order', () => {
  // The exact amounts are 33.33, 33.33, and 34.34 cents. The remaining cent goes to the largest remainder.
  expect(allocate(101n, [3_300n, 3_300n, 3_400n])).toEqual(['0.33', '0.33', '0.35'])
  // If the remainders are both half a cent, the larger share gets the cent, although that share comes later.
  expect(allocate(10n, [1_500n, 2_500n, 6_000n])).toEqual(['0.01', '0.03', '0.06'])
  // If the shares are equal, the earlier share gets the cent.
  expect(allocate(1n, [5_000n, 5_000n])).toEqual(['0.01', '0.00'])
  expect(allocate(5n, [2_500n, 2_500n, 2_500n, 2_500n])).toEqual(['0.02', '0.01', '0.01', '0.01'])
})

it('allocates amounts that differ by at most one cent from simply rounded amounts', () => {
  fc.assert(
    fc.property(amounts, wholeShares, (amount, shares) => {
      for (const [index, part] of allocate(amount, shares).entries()) {
        const plain = shareAmount(print(amount) as Money, print(shares[index] ?? 0n) as Percent)
        const difference = hundredths(part) - hundredths(plain)
        expect(difference >= -1n && difference <= 1n).toBe(true)
      }
    }),
  )
})

it("rejects shares that don't total 100%", () => {
  expect(() => allocate(100n, [5_000n])).toThrow(RangeError)
  expect(() => allocate(100n, [5_000n, 5_001n])).toThrow(RangeError)
  expect(() => allocate(100n, [])).toThrow(RangeError)
})

it('returns percentages that total exactly 100, each within 0.01 of the exact percentage', () => {
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 12 }), (figures) => {
      const all = figures.reduce((sum, figure) => sum + figure, 0n)
      fc.pre(all <= 999_999_999_999_999n)
      const percents = percentsOf(figures.map((figure) => print(figure) as Money)).map(hundredths)
      expect(percents.reduce((sum, percent) => sum + percent, 0n)).toBe(10_000n)
      for (const [index, figure] of figures.entries()) {
        const alone = hundredths(percentOf(print(figure) as Money, print(all) as Money))
        const difference = (percents[index] ?? -9n) - alone
        expect(difference >= -1n && difference <= 1n).toBe(true)
      }
    }),
  )
  expect(percentsOf(['0.00', '0.00'] as Money[])).toEqual(['0.00', '0.00'])
  expect(percentsOf(['5100.00', '3132.50', '1767.50'] as Money[])).toEqual([
    '51.00',
    '31.33',
    '17.67',
  ])
})
