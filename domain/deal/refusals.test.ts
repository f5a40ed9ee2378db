import { dealOf } from '#test/support/deals.ts'
import { expect, it } from 'vitest'
import { allocate } from './allocation.ts'

type Text = Parameters<typeof dealOf>[0]
const refusalsOf = (text: Partial<Text>) =>
  allocate(
    dealOf({
      ...{ loan: '1000000.00', hold: '20', lines: ['A binding 10', 'A soft 20', 'B soft 60'] },
      ...text,
    }),
  ).refusals.map(({ code, firmId }) => `${code} ${firmId}`)

it('refuses a hold that bound shares leave no room for', () => {
  expect(refusalsOf({ hold: '90' })).toEqual([])
  expect(refusalsOf({ hold: '90.01' })).toEqual(['hold_too_high null'])
})

it('refuses a share set by hand that is below the bound share or above the request', () => {
  for (const fixed of ['10', '30']) expect(refusalsOf({ choices: { A: { fixed } } })).toEqual([])
  for (const fixed of ['9.99', '30.01'])
    expect(refusalsOf({ choices: { A: { fixed } } })).toEqual(['fixed_out_of_range A'])
})

it('refuses shares set by hand that exceed the room together', () => {
  const lines = ['A soft 50', 'B soft 60']
  const choices = { A: { fixed: '50' }, B: { fixed: '30' } }
  expect(refusalsOf({ lines, choices })).toEqual([])
  expect(refusalsOf({ lines, choices: { ...choices, B: { fixed: '30.01' } } })).toEqual([
    'over_capacity B',
  ])
})

it('refuses a pinned share above the request or the maximum', () => {
  expect(refusalsOf({ choices: { A: { pinned: '30' } } })).toEqual([])
  expect(refusalsOf({ choices: { A: { pinned: '30.01' } } })).toEqual(['pinned_out_of_range A'])
  expect(refusalsOf({ maximum: '25', choices: { B: { pinned: '25' } } })).toEqual([])
  expect(refusalsOf({ maximum: '25', choices: { B: { pinned: '25.01' } } })).toEqual([
    'pinned_out_of_range B',
  ])
})

it('refuses a pinned share below the minimum, unless it is all that the lender asks', () => {
  const lines = ['A soft 3', 'B soft 90']
  const pinned = (A: string, B: string) =>
    refusalsOf({ lines, minimum: '5', choices: { A: { pinned: A }, B: { pinned: B } } })
  expect(pinned('3', '5')).toEqual([])
  expect(pinned('2.99', '4.99')).toEqual(['pinned_below_minimum A', 'pinned_below_minimum B'])
})

it('refuses pinned shares that exceed together what shares set by hand leave', () => {
  const lines = ['A soft 50', 'B soft 60', 'C soft 10']
  const choices = { A: { pinned: '50' }, B: { pinned: '25' }, C: { fixed: '5' } }
  expect(refusalsOf({ lines, choices })).toEqual([])
  // The pinned share is rounded up to a whole step.
  expect(refusalsOf({ lines, choices: { ...choices, B: { pinned: '24.60' } }, step: '1' })).toEqual(
    [],
  )
  expect(refusalsOf({ lines, choices: { ...choices, B: { pinned: '25.01' } } })).toEqual([
    'pinned_too_high B',
  ])
})
