import { expect, it } from 'vitest'
import { describeHow, describeRule } from './order-labels.ts'

const rule = { upTo: '10', before: '2027-05-03T21:00:00Z', hold: '20.00', step: '0.25' }

it('describes a rule with its parameter', () => {
  const describe = (order: Parameters<typeof describeRule>[0]['order']) =>
    describeRule({ ...rule, order, note: '', choices: {} })
  expect(describe('proRata')).toBe('Pro rata; hold of at least 20%, steps of 0.25%')
  expect(describe('smallFirst')).toMatch(/^Small requests first, up to 10%; /)
  expect(describe('earlyFirst')).toMatch(/^Early requests first, before May 3, 2027, .+; /)
})

it('names the tier of a share only if lenders are in several', () => {
  expect(describeHow({ how: 'proRata', tier: 2 }, 'smallFirst')).toBe('pro rata, tier 2')
  expect(describeHow({ how: 'proRata', tier: 1 }, 'proRata')).toBe('pro rata')
  expect(describeHow({ how: 'byHand', tier: null }, 'byHand')).toBe('set by hand')
})
