import { dealOf, moment, percent } from '#test/support/deals.ts'
import { describe, expect, it } from 'vitest'
import { allocate } from './allocation.ts'
import { explainAllocation } from './explanation.ts'

/** Returns the sentences by lender. */
function explain(
  text: Parameters<typeof dealOf>[0],
  reasons: Record<string, string> = {},
  reader?: 'lender' | 'viewer',
) {
  const deal = dealOf(text)
  const { allocation, refusals } = allocate(deal)
  if (!allocation) throw new Error(`Refused: ${refusals.map(({ code }) => code).join()}`)
  const facts = { ...deal, lenders: allocation.lenders }
  return new Map(
    allocation.lenders.map((lender) => [
      lender.firmId,
      explainAllocation(
        facts,
        {
          ...lender,
          pinned: deal.choices.get(lender.firmId)?.pinned ?? null,
          reason: reasons[lender.firmId] ?? null,
        },
        reader,
      ),
    ]),
  )
}

describe('the explanation of a share', () => {
  it('says that requests fit', () => {
    expect(explain({ loan: '1000000.00', hold: '10', lines: ['A soft 30'] }).get('A')).toEqual([
      'You asked for 30%.',
      'Requests did not exceed what there was: you get what you asked for.',
    ])
  })

  it('speaks to a viewer about the firm', () => {
    const deal = { loan: '1000000.00', hold: '10', lines: ['A binding 10', 'A soft 20'] }
    expect(explain(deal, {}, 'viewer').get('A')).toEqual([
      'Your firm asked for 30%: 10% that it is bound to, and 20% more.',
      'Requests did not exceed what there was: your firm gets what it asked for.',
    ])
  })

  it('says which part of each request was given, and what was bound before', () => {
    const texts = explain({
      ...{ loan: '12500000.00', hold: '20' },
      lines: ['A binding 15', 'B soft 30', 'C soft 25', 'A soft 10', 'D soft 42'],
    })
    const both = [
      'Requests came to 107%, and 65% was left for them: the originator keeps 20%, and 15% was bound before.',
      'It was shared in proportion: 60.75% of each request.',
    ]
    expect(texts.get('B')).toEqual(['You asked for 30%.', ...both])
    expect(texts.get('A')).toEqual([
      'You asked for 25%: 15% that you are bound to, and 10% more.',
      ...both,
    ])
  })

  it('leaves out a hold and a bound share of zero', () => {
    const texts = explain({ loan: '1000000.00', hold: '0', lines: ['A soft 80', 'B soft 40'] })
    expect(texts.get('A')?.[1]).toBe('Requests came to 120%, and 100% was left for them.')
  })

  it('says that the share is the minimum, or that nothing sufficed, without one proportion for all', () => {
    const texts = explain({
      ...{ loan: '20000000.00', hold: '20', minimum: '4' },
      lines: ['A soft 60', 'B soft 50', 'C soft 40', 'D soft 5', 'E soft 3'],
    })
    const scarce = 'Requests came to 158%, and 80% was left for them: the originator keeps 20%.'
    const given = 'It was given in proportion to the requests.'
    expect(texts.get('D')).toEqual([
      ...['You asked for 5%.', scarce, given],
      "In proportion you would have got less than the loan's minimum share of 4%; you get the minimum.",
    ])
    expect(texts.get('A')).toEqual(['You asked for 60%.', scarce, given])
    const none = explain({
      ...{ loan: '5000000.00', hold: '82', minimum: '5' },
      lines: ['A', 'B', 'C', 'D'].map((name) => `${name} soft 10`),
    })
    expect(none.get('D')).toEqual([
      'You asked for 10%.',
      'Requests came to 40%, and 18% was left for them: the originator keeps 82%.',
      given,
      'The rest did not suffice for a share when it was your turn.',
    ])
  })

  it('names the order, the pinned share and the step', () => {
    const texts = explain({
      ...{ loan: '30000000.00', hold: '10', step: '0.50', order: { kind: 'byHand' } },
      lines: ['A soft 30', 'B soft 40', 'C soft 25', 'D soft 20', 'E soft 20'],
      choices: { B: { tier: 2 }, C: { tier: 2 }, D: { tier: 3 }, E: { tier: 3, pinned: '5' } },
    })
    expect(texts.get('E')).toEqual([
      'You asked for 20%.',
      'Requests came to 135%, and 90% was left for them: the originator keeps 10%.',
      'It was given in an order that the originator set.',
      'The originator reserved 5% for you.',
      'Shares are rounded to steps of 0.5%.',
    ])
  })

  it('says that a share was set by hand, with its reason, and to the others that a part was', () => {
    const texts = explain(
      {
        ...{ loan: '7350000.00', hold: '12', choices: { B: { fixed: '12.50' } } },
        lines: ['A soft 50', 'B soft 40', 'C soft 30'],
      },
      { B: 'Agreed on the telephone.' },
    )
    expect(texts.get('A')?.at(-1)).toBe(
      'It was given in proportion to the requests, and a part by hand.',
    )
    expect(texts.get('B')?.at(-1)).toBe(
      'The originator set your share by hand: Agreed on the telephone.',
    )
    const only = explain({
      ...{ loan: '7350000.00', hold: '12', choices: { A: { fixed: '80' } } },
      lines: ['A soft 90'],
    })
    expect(only.get('A')).toEqual([
      'You asked for 90%.',
      'Requests came to 90%, and 88% was left for them: the originator keeps at least 12%.',
      'The originator set your share by hand.',
    ])
  })

  it('says that the loan takes no more of one lender, whether requests fit or not', () => {
    const lines = ['A soft 60', 'B soft 30', 'C soft 30', 'D soft 10']
    const scarce = explain({ loan: '18000000.00', hold: '10', maximum: '25', lines })
    expect(scarce.get('A')?.slice(2)).toEqual([
      'It was given in proportion to the requests.',
      'The loan takes at most 25% of one lender.',
    ])
    const fitting = explain({
      loan: '18000000.00',
      hold: '10',
      maximum: '25',
      lines: ['A soft 60'],
    })
    expect(fitting.get('A')).toEqual([
      'You asked for 60%.',
      'The loan takes at most 25% of one lender.',
    ])
  })

  it.each([
    [{ kind: 'byTime' } as const, 'in the order in which they came'],
    [{ kind: 'smallFirst', upTo: percent('10') } as const, 'to requests up to 10% first'],
    [
      { kind: 'earlyFirst', before: moment(3) } as const,
      'to requests before May 2, 2026, 8:00 PM EDT first',
    ],
  ])('describes the order %o', (order, text) => {
    const texts = explain({
      loan: '1000000.00',
      hold: '0',
      order,
      lines: ['A soft 80', 'B soft 40'],
    })
    expect(texts.get('A')?.[2]).toBe(`It was given ${text}.`)
  })

  it('says that a lender gets what was left, and that no more than the maximum counted', () => {
    const lines = ['A soft 30', 'B soft 25', 'C soft 40', 'D soft 20']
    const inTurn = explain({ loan: '6000000.00', hold: '10', order: { kind: 'byTime' }, lines })
    expect(inTurn.get('C')?.slice(2)).toEqual([
      'It was given in the order in which they came.',
      'You get what was left when it was your turn.',
    ])
    const tiered = explain({
      ...{ loan: '15000000.00', hold: '15', order: { kind: 'smallFirst', upTo: percent('10') } },
      lines: ['A soft 45', 'B soft 10', 'C soft 35', 'D soft 8', 'E soft 30'],
    })
    expect(tiered.get('A')?.slice(2)).toEqual([
      'It was given to requests up to 10% first.',
      'You get your part of what was left when it was your turn.',
    ])
    const capped = explain({ loan: '1000000.00', hold: '70', maximum: '25', lines })
    expect(capped.get('C')?.slice(2)).toEqual([
      'It was given in proportion to the requests.',
      'The loan takes at most 25% of one lender.',
    ])
  })

  it('gives only the step as the reason for a request below a step', () => {
    const texts = explain({
      ...{ loan: '1000000.00', hold: '0', step: '0.50', lines: ['A soft 0.30', 'B soft 20'] },
    })
    expect(texts.get('A')).toEqual(['You asked for 0.3%.', 'Shares are rounded to steps of 0.5%.'])
  })

  it('is empty for a lender without an open request', () => {
    const texts = explain({ loan: '1000000.00', hold: '0', lines: ['A binding 20', 'B soft 90'] })
    expect(texts.get('A')).toEqual([])
  })
})
