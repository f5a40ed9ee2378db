import type { Notification } from '#contract/notifications/shapes.ts'
import { expect, test } from 'vitest'
import { notificationTarget } from './target.ts'

const notification = (fields: Partial<Notification>): Notification => ({
  id: 'n',
  type: 'announcement',
  relatedLoanId: null,
  relatedUserId: null,
  message: 'Something happened',
  isRead: 'false',
  createdAt: '2025-01-05T15:04:00.000Z',
  ...fields,
})

test('what concerns a loan leads to it, whoever did it', () => {
  const commitment = notification({
    type: 'commitmentMade',
    relatedLoanId: 'loan',
    relatedUserId: 'lender',
  })
  expect(notificationTarget(commitment, true)).toBe('/loans/loan')
  expect(notificationTarget(commitment, false)).toBe('/loans/loan')
})

test('a person leads an administrator to where people are looked after', () => {
  const registration = notification({ type: 'registration', relatedUserId: 'lender' })
  expect(notificationTarget(registration, true)).toBe('/admin?tab=pending')
  const withdrawal = notification({ type: 'commitmentWithdrawn', relatedUserId: 'lender' })
  expect(notificationTarget(withdrawal, true)).toBe('/admin?tab=users')
})

test('a lender is never led into the panel', () => {
  const approval = notification({ type: 'approved', relatedUserId: 'lender' })
  expect(notificationTarget(approval, false)).toBe('/loans')
  expect(notificationTarget(notification({ relatedUserId: 'lender' }), false)).toBeNull()
})

test('what was done to the own account leads to the profile, an administrator too', () => {
  const notice = notification({ type: 'accountSecurity', relatedUserId: 'own' })
  expect(notificationTarget(notice, true)).toBe('/profile')
  expect(notificationTarget(notice, false)).toBe('/profile')
})

test('what has lost its loan leads nowhere', () => {
  expect(notificationTarget(notification({ type: 'loanRemoved' }), true)).toBeNull()
})
