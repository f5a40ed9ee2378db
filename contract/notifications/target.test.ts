import { expect, test } from 'vitest'
import type { Notification } from './shapes.ts'
import { notificationTarget } from './target.ts'

const notification = (fields: Partial<Notification>): Notification => ({
  id: 'n',
  type: 'announcement',
  relatedLoanId: null,
  relatedLoanTitle: null,
  relatedUserId: null,
  receiptId: null,
  message: 'Something happened',
  canApprove: 'false',
  isRead: 'false',
  createdAt: '2025-01-05T15:04:00.000Z',
  ...fields,
})

test('links to the loan from a notification that is about both a loan and a user', () => {
  const commitment = notification({
    type: 'commitmentMade',
    relatedLoanId: 'loan',
    relatedUserId: 'lender',
  })
  expect(notificationTarget(commitment, true)).toBe('/loans/loan')
  expect(notificationTarget(commitment, false)).toBe('/loans/loan')
})

test("links an administrator's notification about a user to the user's approval or the list of users", () => {
  const registration = notification({ type: 'registration', relatedUserId: 'lender' })
  expect(notificationTarget(registration, true)).toBe('/admin?tab=pending&user=lender')
  const erased = notification({ type: 'registration' })
  expect(notificationTarget(erased, true)).toBe('/admin?tab=pending')
  const withdrawal = notification({ type: 'commitmentWithdrawn', relatedUserId: 'lender' })
  expect(notificationTarget(withdrawal, true)).toBe('/admin?tab=users')
})

test('never links a lender to the administration panel', () => {
  const approval = notification({ type: 'approved', relatedUserId: 'lender' })
  expect(notificationTarget(approval, false)).toBe('/loans')
  expect(notificationTarget(notification({ relatedUserId: 'lender' }), false)).toBeNull()
})

test("links account changes to the recipient's profile, even for administrators", () => {
  const notice = notification({ type: 'accountSecurity', relatedUserId: 'own' })
  expect(notificationTarget(notice, true)).toBe('/profile')
  expect(notificationTarget(notice, false)).toBe('/profile')
})

test('opens the receipt of a notification that has one, even if the notification is about a loan', () => {
  const receipt = notification({ type: 'receipt', relatedLoanId: 'loan', receiptId: 'entry' })
  expect(notificationTarget(receipt, false)).toBe('/receipts/entry')
  expect(notificationTarget(receipt, true)).toBe('/receipts/entry')
})

test('omits the link from a notification about a deleted loan', () => {
  expect(notificationTarget(notification({ type: 'loanRemoved' }), true)).toBeNull()
})
