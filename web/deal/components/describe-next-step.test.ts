import type { Deal } from '#contract/deal/shapes.ts'
import { totalsOf } from '#domain/book/sums.ts'
import { parseMoney, parsePercent, shareAmount, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describeNextStep } from './describe-next-step.ts'

const amount = parseMoney('10000000') ?? zeroMoney
const percent = (text: string) => parsePercent(text) ?? zeroPercent

/** The sentence for a loan of $10,000,000 with a binding and a soft share. */
function sentenceOf(
  next: Deal['next'],
  binding: string,
  soft: string,
  more: Partial<Deal> = {},
  hold = '0',
): string {
  const [bindingPercentage, softPercentage] = [percent(binding), percent(soft)]
  const totals = {
    ...totalsOf(amount, {
      ...{ bindingPercentage, bindingAmount: shareAmount(amount, bindingPercentage) },
      ...{ softPercentage, softAmount: shareAmount(amount, softPercentage) },
    }),
    holdPercentage: percent(hold),
  }
  return describeNextStep({ next, totals, draft: null, ...more } as Deal).sentence
}

it('says which part of the rest is soft, and which has no taker', () => {
  expect(sentenceOf('placeRest', '35', '35')).toBe(
    '65% ($6,500,000.00) is left: 35% is soft, and 30% has no taker yet. Ask lenders to make soft shares binding, wait for more, or keep more yourself.',
  )
  expect(sentenceOf('placeRest', '35', '65')).toMatch(/ is left: 65% is soft\. Ask lenders /)
  expect(sentenceOf('placeRest', '35', '0')).toBe(
    '65% ($6,500,000.00) is left. Wait for lenders, or keep more yourself.',
  )
})

it('says which part of the covered share is soft', () => {
  expect(sentenceOf('setTimetable', '35', '35')).toBe(
    '70% is covered so far: 35% is binding, and 35% is soft. Set a deadline, so that lenders know by when to commit.',
  )
  expect(sentenceOf('setTimetable', '35', '0')).toMatch(/^35% is covered so far\. Set a deadline/)
  expect(sentenceOf('setTimetable', '35', '35', {}, '20')).toMatch(
    /^70% is covered so far: 35% is binding \(including your hold of 20%\), and 35% is soft\./,
  )
})

it('compares the open requests with what is left', () => {
  expect(sentenceOf('allocate', '75', '30')).toBe(
    'Open requests of 30% ($3,000,000.00) meet 25% ($2,500,000.00) that is left. Decide who gets how much.',
  )
  expect(sentenceOf('allocate', '92', '8')).toBe(
    'Open requests of 8% ($800,000.00) fit in 8% ($800,000.00) that is left. Offer it, or ask lenders to firm up.',
  )
})

it('says what is bound while a round awaits answers, and what can be', () => {
  const waitingFor = (lenders: number) => ({
    lastRound: {
      respondBy: '2026-12-04T21:00:00.000Z',
      waiting: {
        lenders,
        added: percent('2.02'),
        addedAmount: shareAmount(amount, percent('2.02')),
      },
    } as Deal['lastRound'],
  })
  expect(sentenceOf('awaitAnswers', '89.88', '11', waitingFor(1))).toBe(
    '1 lender can still answer until Dec 4, 2026, 4:00 PM EST, for 2.02% ($202,000.00). 89.88% is bound, and 91.9% if it accepts, which leaves 8.1% ($810,000.00).',
  )
  expect(sentenceOf('awaitAnswers', '89.88', '11', waitingFor(2))).toMatch(
    / if all accept, which leaves 8\.1% /,
  )
  expect(sentenceOf('awaitAnswers', '97.98', '2.02', waitingFor(1))).toMatch(
    /and 100% if it accepts\.$/,
  )
  expect(sentenceOf('awaitAnswers', '89.88', '11', waitingFor(0))).toBe(
    'All lenders have answered, and 89.88% is bound.',
  )
  expect(sentenceOf('awaitAnswers', '89.88', '11', waitingFor(1), '15')).toMatch(
    / 89\.88% is bound \(including your hold of 15%\), and 91\.9% if it accepts, /,
  )
})
