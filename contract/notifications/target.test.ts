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

test('a notification about a loan links to it, no matter who caused it', () => {
  const commitment = notification({
    type: 'commitmentMade',
    relatedLoanId: 'loan',
    relatedUserId: 'lender',
  })
  expect(notificationTarget(commitment, true)).toBe('/loans/loan')
  expect(notificationTarget(commitment, false)).toBe('/loans/loan')
})

test('a notification about a person links an administrator to the accounts', () => {
  const registration = notification({ type: 'registration', relatedUserId: 'lender' })
  expect(notificationTarget(registration, true)).toBe('/admin?tab=pending')
  const withdrawal = notification({ type: 'commitmentWithdrawn', relatedUserId: 'lender' })
  expect(notificationTarget(withdrawal, true)).toBe('/admin?tab=users')
})

test('a lender never gets a link to the panel', () => {
  const approval = notification({ type: 'approved', relatedUserId: 'lender' })
  expect(notificationTarget(approval, false)).toBe('/loans')
  expect(notificationTarget(notification({ relatedUserId: 'lender' }), false)).toBeNull()
})

test('a change to your account links to the profile, for administrators too', () => {
  const notice = notification({ type: 'accountSecurity', relatedUserId: 'own' })
  expect(notificationTarget(notice, true)).toBe('/profile')
  expect(notificationTarget(notice, false)).toBe('/profile')
})

test('a notification that brings a receipt links to it, even when it is about a loan', () => {
  const receipt = notification({ type: 'receipt', relatedLoanId: 'loan', receiptId: 'entry' })
  expect(notificationTarget(receipt, false)).toBe('/receipts/entry')
  expect(notificationTarget(receipt, true)).toBe('/receipts/entry')
})

test('a notification whose loan was removed has no link', () => {
  expect(notificationTarget(notification({ type: 'loanRemoved' }), true)).toBeNull()
})
