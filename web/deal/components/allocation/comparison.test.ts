import { allocate } from '#domain/deal/allocation.ts'
import type { Order } from '#domain/deal/orders.ts'
import { dealOf } from '#test/support/deals.ts'
import { expect, it } from 'vitest'
import { changesOf, describeChanges } from './comparison.ts'

const allocated = (order: Order, hold = '10') => {
  const lines = ['A soft 30', 'B soft 25', 'C soft 40', 'D soft 20']
  const { allocation } = allocate(dealOf({ loan: '6000000.00', lines, hold, order }))
  if (!allocation) throw new Error('The book of E08 can be allocated')
  return allocation
}
const byTime = allocated({ kind: 'byTime' })
const proRata = allocated({ kind: 'proRata' })

it('says who gains and who loses, and what the originator keeps', () => {
  expect(Object.fromEntries(changesOf(byTime, proRata))).toEqual({
    A: '6.52',
    B: '5.43',
    C: '3.70',
    D: '-15.65',
  })
  expect(describeChanges(byTime, proRata)).toBe(
    '3 lenders gain 15.65%, 1 lender loses 15.65%, and you keep the same.',
  )
})

it('says so if nothing changes, or only the hold does', () => {
  expect(describeChanges(byTime, byTime)).toBe('nobody gains or loses.')
  const more = allocated({ kind: 'byTime' }, '20')
  expect(describeChanges(more, byTime)).toBe('1 lender loses 10% and you keep 10% more.')
  expect(describeChanges(byTime, more)).toBe('1 lender gains 10% and you keep 10% less.')
})
