import { lendersOf } from '#domain/deal/lenders.ts'
import { dealOf } from '#test/support/deals.ts'
import { expect, it } from 'vitest'
import { computeSheet, noChoice, type SheetFacts, type SheetInput } from './sheet-input.ts'

/** The book of E03: A is bound to 15% and asks for 10% more. */
const { loanAmount, lines } = dealOf({
  loan: '12500000.00',
  lines: ['A binding 15', 'B soft 30', 'C soft 25', 'A soft 10', 'D soft 42'],
  hold: '20',
})
const facts: SheetFacts = {
  ...{ loanAmount, lines, minShare: null, maxShare: null },
  lenders: lendersOf(lines),
}
const input: SheetInput = {
  ...{ order: 'proRata', upTo: '10', before: '', hold: '20', step: '0.01', note: '' },
  choices: {},
}
const compute = (change: Partial<SheetInput>) => computeSheet({ ...input, ...change }, facts)
const choose = (choice: Partial<typeof noChoice>) =>
  compute({ choices: { B: { ...noChoice, ...choice } } })

it('computes the allocation of the typed fields', () => {
  const { allocation, messages } = compute({})
  expect(messages).toEqual({})
  expect(allocation?.lenders.map(({ firmId, share, amount }) => [firmId, share, amount])).toEqual([
    ['B', '18.22', '2277500.00'],
    ['C', '15.19', '1898750.00'],
    ['A', '21.08', '2635000.00'],
    ['D', '25.51', '3188750.00'],
  ])
})

it.each([
  [{ hold: '' }, 'hold', 'Please enter a share from 0 to 100'],
  [{ hold: '1e2' }, 'hold', 'Please enter a share from 0 to 100'],
  [{ hold: '7,25' }, 'hold', 'Please enter a share from 0 to 100'],
  [{ hold: '85.01' }, 'hold', 'Lenders are bound to 15%, so you can keep at most 85%'],
  [{ order: 'smallFirst', upTo: '101' }, 'upTo', 'Please enter a share from 0 to 100'],
  [{ order: 'earlyFirst' }, 'before', 'Please enter a date and time'],
] as const)('shows at the field why %o has no allocation', (change, field, message) => {
  const { allocation, messages } = compute(change)
  expect(allocation).toBeNull()
  expect(messages).toEqual({ [field]: message })
})

it.each([
  [{ fixed: '30.01' }, 'B fixed', 'From 0% to 30%'],
  [{ fixed: '-1' }, 'B fixed', 'Please enter a share from 0 to 100'],
  [{ pinned: '31' }, 'B pinned', 'At most 30%'],
  [{ pinned: '5', fixed: '5' }, 'B fixed', 'Either pin a share or set it by hand'],
] as const)('shows at the cell why %o is refused', (choice, field, message) => {
  const { allocation, messages } = choose(choice)
  expect(allocation).toBeNull()
  expect(messages).toEqual({ [field]: message })
})

it('shows at the cell that shares by hand or pinned ones exceed the room', () => {
  const choices = {
    B: { ...noChoice, fixed: '30' },
    D: { ...noChoice, fixed: '42' },
  }
  expect(compute({ choices }).messages).toEqual({
    'D fixed': 'Shares set by hand exceed the room of 65%',
  })
  const pinned = { B: { ...noChoice, pinned: '30' }, D: { ...noChoice, pinned: '42' } }
  expect(compute({ choices: pinned }).messages).toEqual({
    'D pinned': 'Pinned shares exceed the room of 65%',
  })
})

it('uses tiers only in the order by hand', () => {
  const choices = { B: { ...noChoice, tier: '2' } }
  const shareOfB = (change: Partial<SheetInput>) =>
    compute(change).allocation?.lenders.find(({ firmId }) => firmId === 'B')?.share
  expect(shareOfB({ choices })).toBe('18.22')
  expect(shareOfB({ choices, order: 'byHand' })).toBe('0.00')
})
