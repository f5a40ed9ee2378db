import type { Notification } from '#contract/notifications/shapes.ts'
import { expect, test } from 'vitest'
import type { AdminToday, Today } from '#contract/desk/today.ts'
import {
  awaitsAdministrator,
  awaitsLender,
  stepOfAdministrator,
  stepOfLender,
  unlistedDecisions,
} from './next-steps.ts'

const notification: Notification = {
  ...{ id: '1', type: 'announcement', message: 'Something happened', receiptId: null },
  ...{ relatedLoanId: 'a', relatedLoanTitle: 'Loan a', relatedUserId: null },
  ...{ canApprove: 'false', isRead: 'false', createdAt: '2026-11-22T12:00:00.000Z' },
}

test.each<[Partial<Notification>, string | undefined, string | undefined]>([
  [{ type: 'newLoan' }, 'Open Loan', '/loans/a'],
  [{ type: 'documentAdded' }, 'Documents', '/loans/a#documents'],
  [{ type: 'reply' }, 'Read Answer', '/loans/a#messages'],
  [{ type: 'announcement' }, 'Messages', '/loans/a#messages'],
  [{ type: 'termsChanged' }, 'Review Terms', '/loans/a'],
  [{ type: 'allocated' }, 'Answer', '/loans/a#allocation'],
  [{ type: 'offerSoon' }, 'Answer', '/loans/a#allocation'],
  [{ type: 'offerEnded' }, 'Open Loan', '/loans/a'],
  [{ type: 'receipt', receiptId: 'r' }, 'Receipt', '/receipts/r'],
  [{ type: 'commitmentReleased', receiptId: 'r' }, 'Receipt', '/receipts/r'],
  [{ type: 'accessGranted' }, 'Open Loan', '/loans/a'],
  [{ type: 'bookClosed' }, 'Participation', '/loans/a#participation'],
  [{ type: 'bookReopened' }, 'Open Loan', '/loans/a'],
  [{ type: 'registerChanged' }, 'Participation', '/loans/a#participation'],
  [{ type: 'instructionsReady' }, 'Instructions', '/loans/a#own-funding'],
  [{ type: 'instructionsChanged' }, 'Instructions', '/loans/a#own-funding'],
  [{ type: 'fundsReceived' }, 'Funding', '/loans/a#own-funding'],
  [{ type: 'receiptReversed' }, 'Funding', '/loans/a#own-funding'],
  [{ type: 'approved', relatedLoanId: null }, 'Browse Loans', '/loans'],
  [{ type: 'accountSecurity', relatedLoanId: null }, 'Open Profile', '/profile'],
  [{ type: 'loanRemoved', relatedLoanId: null }, undefined, undefined],
  [{ type: 'newLoan', relatedLoanTitle: null }, undefined, undefined],
])('leads a lender from the notification %j to its next step', (given, label, href) => {
  const step = stepOfLender({ ...notification, ...given })
  expect(step?.label).toBe(label)
  expect(step?.href).toBe(href)
})

test.each<[Partial<Notification>, label?: string, href?: string]>([
  [{ type: 'question', relatedUserId: 'u' }, 'Answer', '/loans/a?to=u#messages'],
  [{ type: 'accessAsked', relatedUserId: 'u' }, 'Admit or Decline', '/loans/a#audience'],
  [{ type: 'commitmentMade' }, 'Open Book', '/loans/a/book'],
  [{ type: 'lenderPassed' }, 'Open Book', '/loans/a/book'],
  [{ type: 'offerAnswered' }, 'Deal Desk', '/loans/a/deal'],
  [{ type: 'deadlinePassed' }, 'Deal Desk', '/loans/a/deal'],
  [{ type: 'loanFullyCommitted' }, 'Open Loan', '/loans/a'],
  [{ type: 'calledBack' }, 'Funding', '/loans/a/deal#funding'],
  [{ type: 'allFundsReceived' }, 'Funding', '/loans/a/deal#funding'],
  [{ type: 'takenOver' }, 'Funding', '/loans/a/deal#funding'],
  [{ type: 'registration', relatedLoanId: null }],
  [{ type: 'commitmentMade', relatedLoanTitle: null }],
  [{ type: 'receipt', receiptId: 'r' }],
])('leads an administrator from the notification %j to its next step', (given, label, href) => {
  const step = stepOfAdministrator({ ...notification, ...given })
  expect(step?.label).toBe(label)
  expect(step?.href).toBe(href)
})

const few = (loanIds: string[], more = 0) => ({
  items: loanIds.map((loanId) => ({ loanId, lenderId: 'u' })),
  count: loanIds.length + more,
})

test('separates what still awaits a lender from news', () => {
  const parts = { openOffers: few(['a']), openTerms: few([]), dueMoney: few(['b'], 3) }
  const today = { ...parts, firmable: few([]) } as unknown as Today
  const awaits = (given: Partial<Notification>) =>
    awaitsLender({ ...notification, ...given }, today)
  expect(awaits({ type: 'allocated', isRead: 'true' })).toBe(true)
  expect(awaits({ type: 'offerSoon', relatedLoanId: 'c' })).toBe(false)
  expect(awaits({ type: 'termsProposed' })).toBe(false)
  expect(awaits({ type: 'reply' })).toBe(false)
  // Today lists fewer payments than there are.
  expect(awaits({ type: 'instructionsReady' })).toBe(true)
  expect(awaits({ type: 'instructionsReady', isRead: 'true' })).toBe(false)
})

test('counts the decisions that no notification asks for, and finds the earliest', () => {
  const due = (loanId: string, at: string) => ({ loanId, respondBy: at, dueAt: at })
  const today = {
    openOffers: { items: [due('a', '2026-12-03T22:00:00.000Z')], count: 1 },
    openTerms: { items: [due('a', '2026-12-04T22:00:00.000Z')], count: 1 },
    dueMoney: { items: [due('b', '2026-12-02T22:00:00.000Z')], count: 1 },
  } as unknown as Today
  const listed = [{ ...notification, type: 'instructionsReady', relatedLoanId: 'b' } as const]
  expect(unlistedDecisions(listed, today)).toEqual({
    count: 2,
    firstDue: '2026-12-03T22:00:00.000Z',
  })
})

test('separates what still awaits an administrator from news', () => {
  const today = { questions: few(['a']), accessRequests: few([]) } as unknown as AdminToday
  const awaits = (given: Partial<Notification>) =>
    awaitsAdministrator({ ...notification, ...given }, today)
  expect(awaits({ type: 'question', relatedUserId: 'u' })).toBe(true)
  expect(awaits({ type: 'question', relatedUserId: 'v' })).toBe(false)
  expect(awaits({ type: 'accessAsked' })).toBe(false)
  expect(awaits({ type: 'registration', canApprove: 'true' })).toBe(true)
})
