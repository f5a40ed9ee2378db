import type { Deal } from '#contract/deal/shapes.ts'
import { totalsOf } from '#domain/book/sums.ts'
import { parseMoney, parsePercent, shareAmount, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describeNextStep } from './describe-next-step.ts'

const amount = parseMoney('10000000') ?? zeroMoney
const percent = (text: string) => parsePercent(text) ?? zeroPercent

/** The sentence for a loan of $10,000,000 with a binding and a soft share. */
function sentenceOf(next: Deal['next'], binding: string, soft: string): string {
  const [bindingPercentage, softPercentage] = [percent(binding), percent(soft)]
  const totals = totalsOf(amount, {
    ...{ bindingPercentage, bindingAmount: shareAmount(amount, bindingPercentage) },
    ...{ softPercentage, softAmount: shareAmount(amount, softPercentage) },
  })
  return describeNextStep({ next, totals } as Deal).sentence
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
})
