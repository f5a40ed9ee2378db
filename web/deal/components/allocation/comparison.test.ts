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
const nameOf = (firmId: string) => `Bank ${firmId}`

it('says who gains and who loses, and what the originator keeps', () => {
  expect(Object.fromEntries(changesOf(byTime, proRata))).toEqual({
    A: '6.52',
    B: '5.43',
    C: '3.70',
    D: '-15.65',
  })
  expect(describeChanges(byTime, proRata, nameOf)).toBe(
    '3 lenders gain 15.65%, Bank D loses 15.65%, and you keep the same.',
  )
})

it('says so if nothing changes, or only the hold does', () => {
  expect(describeChanges(byTime, byTime, nameOf)).toBe('nobody gains or loses.')
  const more = allocated({ kind: 'byTime' }, '20')
  const [lost, gained] = [
    describeChanges(more, byTime, nameOf),
    describeChanges(byTime, more, nameOf),
  ]
  expect(lost).toBe('Bank C loses 10% and you keep 10% more.')
  expect(gained).toBe('Bank C gains 10% and you keep 10% less.')
})
