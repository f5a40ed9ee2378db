import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  describeAcceptance,
  describeDeadline,
  describeOutcome,
  describeSilence,
} from './describe-offer.ts'

const percent = (text: string) => parsePercent(text) ?? zeroPercent
const figures = {
  added: percent('18.22'),
  addedAmount: parseMoney('2277500.00') ?? zeroMoney,
  staysSoft: percent('11.78'),
}

it('says in money what accepting binds, and what stays soft', () => {
  expect(describeAcceptance(figures)).toBe(
    'You commit $2,277,500.00 (18.22%), binding. 11.78% of your interest stays soft.',
  )
  expect(describeAcceptance({ ...figures, staysSoft: zeroPercent })).toBe(
    'You commit $2,277,500.00 (18.22%), binding.',
  )
})

it('says by when to answer, or that it is too late or can only be declined', () => {
  const offer = { respondBy: '2027-05-12T21:00:00.000Z', isOnTerms: 'true' } as const
  expect(describeDeadline(offer, new Date('2027-05-09T21:00:00Z'))).toMatch(
    /^Answer by May 12, .+ \(3 days\)$/,
  )
  expect(describeDeadline(offer, new Date('2027-05-13T21:00:00Z'))).toMatch(
    /^The time to answer ended on May 12, 2027, .+\. Ask the administrator\.$/,
  )
  const changed = { ...offer, isOnTerms: 'false' } as const
  expect(describeDeadline(changed, new Date('2027-05-09T21:00:00Z'))).toMatch(
    /so it can only be declined\.$/,
  )
})

it('says that the whole soft share lapses without an answer', () => {
  const offer = { asked: percent('35'), bound: percent('5') }
  expect(describeSilence(offer, false)).toBe(
    'Without an answer in time, your soft 30% lapses with the offer.',
  )
  expect(describeSilence(offer, true)).toContain("your firm's soft 30%")
})

it('says what became of an offer', () => {
  const of = (state: Parameters<typeof describeOutcome>[0]['state'], share = '18.22') =>
    describeOutcome({ ...figures, state, share: percent(share) })
  expect(of('offered')).toBeNull()
  expect(of('accepted')).toBe('You accepted 18.22% ($2,277,500.00).')
  expect(of('nothing', '0')).toContain('Your interest stays')
  expect(of('nothing', '15')).toContain('bound to 15% already')
  expect(of('lapsed')).toContain('your soft shares with it')
})
