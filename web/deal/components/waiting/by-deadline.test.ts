import type { Offer } from '#contract/deal/offers.ts'
import type { TermsQuestion } from '#contract/deal/terms.ts'
import { expect, it } from 'vitest'
import { byDeadline, firstToAnswer } from './by-deadline.ts'

const card = (day: number, canAnswer = 'true') => ({
  respondBy: `2027-05-${day}T21:00:00.000Z`,
  canAnswer,
})
const offer = (day: number, canAnswer?: string) => card(day, canAnswer) as Offer
const question = (day: number) => card(day) as TermsQuestion

it('puts the offer or question to answer soonest first', () => {
  const offers = [offer(14), offer(12)]
  const questions = [question(13), question(12)]
  expect(byDeadline(offers, questions)).toEqual([
    { offer: offers[1] },
    { question: questions[1] },
    { question: questions[0] },
    { offer: offers[0] },
  ])
})

it('finds the first card that can be answered', () => {
  const cards = byDeadline([offer(11, 'false'), offer(13)], [question(12)])
  expect(firstToAnswer(cards)).toBe(cards[1])
  expect(firstToAnswer(cards.slice(0, 1))).toBeUndefined()
})
