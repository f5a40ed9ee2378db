import type { Deal } from '#contract/deal/shapes.ts'
import { totalsOf } from '#domain/book/sums.ts'
import { parseMoney, parsePercent, shareAmount, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describeBookAfter, describeEnd } from './describe-end.ts'

const kept = 'Accepted shares are binding and stay.'

it('says what becomes of open offers', () => {
  expect(describeEnd(0, false)).toBe(kept)
  expect(describeEnd(1, false)).toBe(
    `1 lender hasn't answered yet. Its offer is recalled, and its soft share stays as it was. ${kept}`,
  )
  expect(describeEnd(2, false)).toBe(
    `2 lenders haven't answered yet. Their offers are recalled, and their soft shares stay as they were. ${kept}`,
  )
})

it('says which soft shares end after the time to answer', () => {
  expect(describeEnd(1, true)).toBe(
    `1 lender hasn't answered in time, so its soft share ends. ${kept}`,
  )
  expect(describeEnd(2, true)).toBe(
    `2 lenders haven't answered in time, so their soft shares end. ${kept}`,
  )
})

it('says what is left, and whether lenders can commit to it', () => {
  const amount = parseMoney('48000000') ?? zeroMoney
  const bookAfter = (bound: string, commitmentDeadline: string | null, hold = '0') => {
    const bindingPercentage = parsePercent(bound) ?? zeroPercent
    const bindingAmount = shareAmount(amount, bindingPercentage)
    const totals = {
      ...totalsOf(amount, {
        ...{ bindingPercentage, bindingAmount },
        ...{ softPercentage: zeroPercent, softAmount: zeroMoney },
      }),
      holdPercentage: parsePercent(hold),
    }
    const deal = { totals, settings: { commitmentDeadline } } as Pick<Deal, 'totals' | 'settings'>
    return describeBookAfter(deal, new Date('2026-12-05T12:00:00.000Z'))
  }
  const left = '89.88% is bound, 10.12% ($4,857,600.00) is left'
  expect(bookAfter('89.88', '2026-12-10T22:00:00.000Z')).toBe(
    `${left}, and lenders can commit again until Dec 10, 2026, 5:00 PM EST.`,
  )
  expect(bookAfter('89.88', null)).toBe(`${left}, and lenders can commit again.`)
  expect(bookAfter('89.88', '2026-12-01T22:00:00.000Z')).toBe(
    `${left}, and lenders can't commit, because the commitment deadline has passed.`,
  )
  expect(bookAfter('100', null)).toBe('100% is bound, and nothing is left.')
  expect(bookAfter('100', null, '20')).toBe(
    '100% is bound (including your hold of 20%), and nothing is left.',
  )
})
