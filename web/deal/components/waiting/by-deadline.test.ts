import type { Commitment } from '#contract/book/commitments.ts'
import type { Offer } from '#contract/deal/offers.ts'
import type { TermsQuestion } from '#contract/deal/terms.ts'
import { parsePercent, zeroPercent } from '#domain/money.ts'
import type { DueMoney } from '#contract/desk/today.ts'
import { expect, it } from 'vitest'
import { byDeadline, dueSoon, onlyToAnswer } from './by-deadline.ts'

const percent = (text: string) => parsePercent(text) ?? zeroPercent
const moment = (day: number) => `2027-05-${day}T21:00:00.000Z`
const card = (day: number, canAnswer = 'true') => ({ respondBy: moment(day), canAnswer })
const offer = (day: number, canAnswer?: string) => card(day, canAnswer) as Offer
const question = (day: number) => card(day) as TermsQuestion
const soft = (day: number, changed: Partial<Commitment['loan']> = {}, isSoftCommit = 'true') => {
  const open = { takesCommitments: 'true', committedPercentage: '40.00' }
  const loan = { commitmentDeadline: moment(day), ...open, ...changed }
  return { loan, isSoftCommit, can: ['makeBinding'], percentage: '5.00' } as Commitment
}

const money = (day: number) => ({ dueAt: moment(day) }) as DueMoney

it('puts the offer, question, soft share or payment that is due soonest first', () => {
  const offers = [offer(14), offer(12)]
  const questions = [question(13), question(12)]
  const due = soft(11)
  const owed = money(10)
  expect(byDeadline({ offers, questions, soft: [due], money: [owed] })).toEqual([
    { money: owed },
    { soft: due },
    { offer: offers[1] },
    { question: questions[1] },
    { question: questions[0] },
    { offer: offers[0] },
  ])
})

it('finds the only card that can be answered', () => {
  const offers = [offer(11, 'false')]
  const ofViewer = { ...soft(11), can: [] }
  const cards = byDeadline({
    ...{ offers, questions: [question(12)] },
    ...{ soft: [ofViewer], money: [money(10)] },
  })
  expect(onlyToAnswer(cards)).toBe(cards[3])
  expect(onlyToAnswer(cards.slice(0, 3))).toBeUndefined()
  expect(onlyToAnswer([...cards, { offer: offer(13) }])).toBeUndefined()
})

it('finds the soft shares due within a week that can be made binding', () => {
  const due = soft(17)
  const ofViewer = { ...soft(16), can: [] }
  const others = [
    ...[soft(18), soft(9), soft(12, {}, 'false'), soft(12, { takesCommitments: 'false' })],
    ...[soft(12, { isTermsPending: 'true' }), soft(12, { committedPercentage: percent('96') })],
  ]
  expect(dueSoon([due, ofViewer, ...others], Date.parse(moment(10)))).toEqual([due, ofViewer])
})
