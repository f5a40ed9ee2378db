import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareAmount, wholePercent, type Money } from '#domain/money.ts'
import { nearestShares } from './nearest-shares.ts'

const inCents = (amount: Money) => BigInt(amount.replace('.', ''))
const money = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Money
const anyAmount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n }).map(money)
const anyAvailable = fc.integer({ min: 0, max: 100 })

/** Returns the amounts in cents. */
const worth = (loan: Money, available: number) =>
  Array.from({ length: available }, (_, index) => ({
    share: index + 1,
    cents: inCents(shareAmount(loan, wholePercent(index + 1))),
  }))

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b)

describe('the whole shares nearest to an amount', () => {
  it('finds the whole shares just below and just above an amount', () => {
    const loan = '14250000.00' as Money
    expect(nearestShares(loan, '1500000.00' as Money, 53)).toEqual([10, 11])
    expect(nearestShares(loan, '1425000.00' as Money, 53)).toEqual([10])
    expect(nearestShares(loan, '1425000.01' as Money, 53)).toEqual([10, 11])
  })

  it('finds the smallest or largest available share for an amount outside the range, if such a share exists', () => {
    const loan = '14250000.00' as Money
    expect(nearestShares(loan, '1.00' as Money, 53)).toEqual([1])
    expect(nearestShares(loan, '14250000.00' as Money, 53)).toEqual([53])
    expect(nearestShares(loan, '1500000.00' as Money, 10)).toEqual([10])
    expect(nearestShares(loan, '1500000.00' as Money, 0)).toEqual([])
  })

  it('finds at most two available shares nearest to an amount, in ascending order', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAvailable, (loan, wanted, available) => {
        const nearest = nearestShares(loan, wanted, available)
        const all = worth(loan, available)
        expect(nearest.length).toBeLessThanOrEqual(2)
        expect(nearest).toEqual(nearest.toSorted((a, b) => a - b))
        const offered = all.filter(({ share }) => nearest.includes(share))
        expect(offered).toHaveLength(nearest.length)
        const target = inCents(wanted)
        const best = (of: typeof all) =>
          of.map(({ cents }) => distance(cents, target)).toSorted((a, b) => (a < b ? -1 : 1))[0]
        expect(best(offered)).toBe(best(all))
      }),
    )
  })

  it('finds a share on each side of an amount if both sides have an available share', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAvailable, (loan, wanted, available) => {
        const target = inCents(wanted)
        const all = worth(loan, available)
        const offered = all.filter(({ share }) =>
          nearestShares(loan, wanted, available).includes(share),
        )
        const isExact = offered.some(({ cents }) => cents === target)
        const isBelow = ({ cents }: { cents: bigint }) => cents < target
        const isAbove = ({ cents }: { cents: bigint }) => cents > target
        expect(offered.some(isBelow)).toBe(!isExact && all.some(isBelow))
        expect(offered.some(isAbove)).toBe(!isExact && all.some(isAbove))
        expect(isExact).toBe(all.some(({ cents }) => cents === target))
      }),
    )
  })

  it('finds only one share if its amount matches exactly', () => {
    const large = fc.bigInt({ min: 10_000n, max: 999_999_999_999_999n }).map(money)
    fc.assert(
      fc.property(large, fc.integer({ min: 1, max: 100 }), (loan, share) => {
        expect(nearestShares(loan, shareAmount(loan, wholePercent(share)), 100)).toEqual([share])
      }),
    )
  })
})
