import { percent } from '#test/support/deals.ts'
import { describe, expect, it } from 'vitest'
import { describeHow, describeRule, type Line, type Rule } from './order-labels.ts'

const rule = { upTo: '10', before: '2027-05-03T21:00:00Z', hold: '20.00', step: '0.25' }

it('describes a rule with its parameter', () => {
  const of = (order: Parameters<typeof describeRule>[0]['order']) =>
    describeRule({ ...rule, order, note: '', choices: {} })
  expect(of('proRata')).toBe('Pro rata; hold of at least 20%, steps of 0.25%')
  expect(of('smallFirst')).toMatch(/^Small requests first, up to 10%; /)
  expect(of('earlyFirst')).toMatch(/^Early requests first, before May 3, 2027, .+; /)
})

describe('the text for how a share came about', () => {
  const line = { firmId: 'a', tier: 1, bound: percent('0'), asks: percent('30') }
  const some = { ...line, share: percent('12'), added: percent('12') }
  const others = [{ firmId: 'b', tier: 1, added: percent('10') }]
  const limits = { minShare: percent('5'), maxShare: percent('25'), shareStep: percent('0.25') }
  const of = (shown: Partial<Line> & Pick<Line, 'how'>, order: Rule['order'] = 'proRata') =>
    describeHow({ ...some, ...shown }, { ...limits, order, lenders: others })

  it('names the tier only if lenders are in several', () => {
    expect(of({ how: 'full', asks: percent('12') }, 'smallFirst')).toBe('in full, tier 1')
    expect(of({ how: 'byHand', tier: null }, 'byHand')).toBe('set by hand')
    expect(of({ how: 'pinned' })).toBe('at the pinned share')
  })

  it('is a proportion only for lenders that share a tier', () => {
    expect(of({ how: 'proRata', asks: percent('20') })).toBe('pro rata')
    expect(of({ how: 'proRata' })).toBe('pro rata, counted as 25%')
    expect(of({ how: 'proRata', asks: percent('20') }, 'earlyFirst')).toBe('pro rata, tier 1')
    expect(of({ how: 'proRata', tier: 2 }, 'byHand')).toBe('what was left, tier 2')
    expect(of({ how: 'proRata' }, 'byTime')).toBe('what was left')
  })

  it('names the limit that a share stops at', () => {
    expect(of({ how: 'minimum' })).toBe('at the minimum of 5%')
    expect(of({ how: 'maximum' })).toBe('up to the maximum of 25%')
    expect(of({ how: 'maximum', added: percent('0') })).toBe('already at the maximum of 25%')
  })

  it('tells a request below a step from one without room', () => {
    const nothing = { how: 'none', share: percent('0'), added: percent('0') } as const
    expect(of(nothing)).toBe('no room')
    expect(of({ ...nothing, asks: percent('0.2') })).toBe('less than a step')
    expect(of({ how: 'full', share: percent('29.75') })).toBe('all whole steps')
    expect(of({ how: 'bound' })).toBe('bound, no request')
  })
})
