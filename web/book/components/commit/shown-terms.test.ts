import { parseMoney, parsePercent, parseRate, type Money, type Percent } from '#domain/money.ts'
import { describe, expect, it } from 'vitest'
import { shownTerms, sinceOpened } from './shown-terms.ts'

const money = (text: string) => parseMoney(text) as Money
const percent = (text: string) => parsePercent(text) as Percent
const opened = {
  amount: money('15000000'),
  interestRate: percent('8'),
  noteRate: null,
  term: 24,
  available: 20,
}

it("sends the share's displayed amount, both rates, and the term with a commitment", () => {
  expect(shownTerms(opened, percent('10'))).toEqual({
    amount: '1500000.00',
    interestRate: '8.00',
    noteRate: '8.00',
    term: 24,
  })
  const exact = { ...opened, interestRate: percent('6.13'), noteRate: parseRate('6.125') }
  expect(shownTerms(exact, percent('10'))).toMatchObject({
    interestRate: '6.13',
    noteRate: '6.125',
  })
})

describe('changes while a dialog is open', () => {
  it('reports no change while all displayed values are unchanged', () => {
    expect(sinceOpened(opened, { ...opened })).toEqual([])
  })

  it('reports each change to the terms or the available amount after a dialog opened', () => {
    const now = {
      amount: money('16000000'),
      interestRate: percent('6.13'),
      noteRate: parseRate('6.125'),
      term: 36,
      available: 12,
    }
    expect(sinceOpened(opened, now)).toEqual([
      'The loan is $16,000,000 now; it was $15,000,000 when you opened this.',
      'The rate is 6.125% now; it was 8.00% when you opened this.',
      'The term is 36 months now; it was 24 months when you opened this.',
      'Less is available now: 12%, down from 20% when you opened this.',
    ])
    expect(sinceOpened(opened, { ...opened, available: 25 })).toEqual([
      'More is available now: 25%, up from 20% when you opened this.',
    ])
  })
})
