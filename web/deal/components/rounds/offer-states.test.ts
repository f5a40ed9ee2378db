import type { AllocationLine } from '#contract/deal/allocations.ts'
import { expect, it } from 'vitest'
import { describeAnswer } from './offer-states.ts'

it('says whether a lender that is waited for opened the loan', () => {
  const waiting = { state: 'offered', openedAt: null } as AllocationLine
  expect(describeAnswer(waiting)).toBe('loan not opened since the offer')
  expect(describeAnswer({ ...waiting, openedAt: '2026-12-01T17:00:00.000Z' })).toMatch(
    /^loan opened Dec 1, 2026/,
  )
})
