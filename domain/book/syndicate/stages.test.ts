import type { Percent } from '#domain/money.ts'
import { zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  byUrgency,
  lenderStage,
  lenderStages,
  nextLenderAct,
  type CallableLender,
  type LenderFacts,
} from './stages.ts'

const nothing: LenderFacts = {
  hasPassed: false,
  hasBinding: false,
  hasSoft: false,
  hasAsked: false,
  documentsRead: 0,
  hasOpened: false,
  isNotified: false,
  offer: null,
  isPaid: false,
}
const ofOffers = ['declined', 'offered', 'accepted']

it('returns the most advanced stage that a lender has reached', () => {
  const steps: Partial<LenderFacts>[] = [
    {},
    { isNotified: true },
    { hasOpened: true },
    { documentsRead: 1 },
    { hasAsked: true },
    { hasSoft: true },
    { hasBinding: true },
    { hasBinding: true, isPaid: true },
    { hasPassed: true },
  ]
  const stages = steps.map((_, index) =>
    lenderStage(Object.assign({}, nothing, ...steps.slice(0, index + 1))),
  )
  const withoutOffers = lenderStages.filter((stage) => !ofOffers.includes(stage))
  expect(stages).toEqual(withoutOffers)
  for (const [index, step] of steps.entries())
    expect(lenderStage({ ...nothing, ...step })).toBe(withoutOffers[index])
})

it('shows an open offer until it is answered, and a declined one until the lender returns', () => {
  const bound = { ...nothing, hasBinding: true }
  expect(lenderStage({ ...nothing, hasSoft: true, offer: 'offered' })).toBe('offered')
  expect(lenderStage({ ...bound, hasSoft: true, offer: 'offered' })).toBe('offered')
  expect(lenderStage({ ...bound, offer: 'accepted' })).toBe('accepted')
  expect(lenderStage({ ...bound, offer: 'declined' })).toBe('binding')
  expect(lenderStage({ ...nothing, hasAsked: true, offer: 'declined' })).toBe('declined')
  expect(lenderStage({ ...nothing, hasSoft: true, offer: 'declined' })).toBe('soft')
  // A position that was released after its acceptance.
  expect(lenderStage({ ...nothing, offer: 'accepted' })).toBe('notNotified')
})

it('suggests answering questions first, asking holders of soft interest to firm up, and reminding undecided lenders', () => {
  const open = { awaitsAnswer: false, isReachable: true, takesCommitments: true }
  const next = Object.fromEntries(
    lenderStages.map((stage) => [stage, nextLenderAct({ ...open, stage })]),
  )
  expect(next).toEqual({
    notNotified: 'remind',
    notified: 'remind',
    opened: 'remind',
    reading: 'remind',
    asked: 'remind',
    declined: null,
    soft: 'askToFirmUp',
    offered: 'remind',
    binding: null,
    accepted: null,
    paid: null,
    passed: null,
  })
  for (const stage of lenderStages) {
    expect(nextLenderAct({ ...open, stage, awaitsAnswer: true })).toBe('answer')
    expect(nextLenderAct({ ...open, stage, awaitsAnswer: true, isReachable: false })).toBeNull()
    expect(nextLenderAct({ ...open, stage, takesCommitments: false })).toBe(
      stage === 'offered' ? 'remind' : null,
    )
    expect(nextLenderAct({ ...open, stage, awaitsAnswer: true, takesCommitments: false })).toBe(
      'answer',
    )
  }
})

it('sorts lenders by how urgently they need a call', () => {
  const lender = (lenderName: string, fields: Partial<CallableLender> = {}): CallableLender => ({
    stage: 'notified',
    next: 'remind',
    askedAt: null,
    bindingPercentage: zeroPercent,
    softPercentage: zeroPercent,
    documentsRead: 0,
    lastSign: null,
    lenderName,
    ...fields,
  })
  const expected = [
    lender('Old question', { stage: 'binding', next: 'answer', askedAt: '2026-01-01T00:00:00Z' }),
    lender('New question', { stage: 'reading', next: 'answer', askedAt: '2026-01-02T00:00:00Z' }),
    lender('Large', { stage: 'soft', softPercentage: '10.00' as Percent }),
    lender('Small', { stage: 'soft', softPercentage: '9.50' as Percent }),
    lender('Asked', { stage: 'asked' }),
    lender('Two read', { stage: 'reading', documentsRead: 2 }),
    lender('One read', { stage: 'reading', documentsRead: 1 }),
    lender('Opened late', { stage: 'opened', lastSign: { at: '2026-01-02T00:00:00Z' } }),
    lender('Opened early', { stage: 'opened', lastSign: { at: '2026-01-01T00:00:00Z' } }),
    lender('Ada'),
    lender('Ben'),
    lender('Unknown', { stage: 'notNotified' }),
    lender('Bound', { stage: 'binding', next: null, bindingPercentage: '20.00' as Percent }),
    lender('Passed', { stage: 'passed', next: null }),
  ]
  for (const given of [expected.toReversed(), [...expected.slice(5), ...expected.slice(0, 5)]])
    expect(given.toSorted(byUrgency)).toEqual(expected)
})
