import { parseMoney, parsePercent, type Money, type Percent } from '#domain/money.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBeyondLimit } from './limits.ts'

const print = (hundredths: bigint) => (Number(hundredths) / 100).toFixed(2)
const money = (cents: bigint) => parseMoney(print(cents)) as Money
const percent = (basisPoints: bigint) => parsePercent(print(basisPoints)) as Percent

it('treats a share as over its limit if it exceeds the limit by one cent, but not if it equals the limit', () => {
  const unit = fc.bigInt({ min: 1n, max: 1_000_000_000n })
  const limit = fc.bigInt({ min: 1n, max: 10_000n })
  fc.assert(
    fc.property(unit, limit, (cents, basisPoints) => {
      // For this total, the limit is a whole number of cents.
      const [all, most] = [money(cents * 10_000n), percent(basisPoints)]
      const at = cents * basisPoints
      expect(isBeyondLimit(money(at - 1n), all, most)).toBe(false)
      expect(isBeyondLimit(money(at), all, most)).toBe(false)
      expect(isBeyondLimit(money(at + 1n), all, most)).toBe(true)
    }),
  )
})

it('compares exact amounts even if the displayed share rounds to the limit', () => {
  const all = money(300_000n)
  expect(isBeyondLimit(money(100_000n), all, percent(3333n))).toBe(true)
  expect(isBeyondLimit(money(100_000n), all, percent(3334n))).toBe(false)
  expect(isBeyondLimit(money(0n), money(0n), percent(1n))).toBe(false)
})
