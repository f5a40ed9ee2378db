import type { Notification } from '#contract/notifications/shapes.ts'
import { expect, test } from 'vitest'
import { groupNotifications, nameDay, newestOfAsks, newestOfLoans } from './notification-groups.ts'

const notification = (id: string, day: number, loan: string | null): Notification => ({
  id,
  type: 'announcement',
  relatedLoanId: loan,
  relatedLoanTitle: loan && `Loan ${loan}`,
  relatedUserId: null,
  receiptId: null,
  message: 'Something happened',
  canApprove: 'false',
  isRead: 'false',
  // The times are at noon in the machine's time zone so that no time zone changes the day.
  createdAt: new Date(2026, 10, day, 12).toISOString(),
})

const shown = (list: Notification[]) =>
  groupNotifications(list).map(({ day, groups }) => [
    day,
    groups.map((group) => [group.loan?.title ?? null, group.notifications.map(({ id }) => id)]),
  ])

test('groups notifications about one loan by day', () => {
  expect(
    shown([
      notification('1', 22, 'a'),
      notification('2', 22, null),
      notification('3', 22, 'b'),
      notification('4', 22, 'a'),
      notification('5', 21, 'a'),
    ]),
  ).toEqual([
    [
      '2026-11-22',
      [
        ['Loan a', ['1', '4']],
        [null, ['2']],
        [null, ['3']],
      ],
    ],
    ['2026-11-21', [[null, ['5']]]],
  ])
})

test("doesn't name a loan in notifications if the user can't see the loan", () => {
  const unseen = ['1', '2'].map((id) => ({ ...notification(id, 22, 'a'), relatedLoanTitle: null }))
  expect(shown(unseen)).toEqual([['2026-11-22', [[null, ['1', '2']]]]])
})

test('finds the newest notification of each loan', () => {
  const list = [
    notification('1', 22, 'a'),
    notification('2', 22, 'b'),
    notification('3', 22, 'a'),
    notification('4', 21, 'b'),
  ]
  expect([...newestOfLoans(list)]).toEqual(['1', '2'])
})

test('takes the newest of the notifications that ask for the same', () => {
  const list = [
    { ...notification('1', 22, 'a'), type: 'termsSoon' as const },
    { ...notification('2', 22, 'a'), type: 'allocated' as const },
    { ...notification('3', 21, 'a'), type: 'termsProposed' as const },
    { ...notification('4', 21, 'b'), type: 'termsProposed' as const },
  ]
  expect(newestOfAsks(list).map(({ id }) => id)).toEqual(['1', '2', '4'])
})

test('labels the days of notifications as today and yesterday, even across months', () => {
  const name = (day: string) => nameDay(day, new Date(2026, 11, 1, 0, 30), (text) => `on ${text}`)
  expect(name('2026-12-01')).toBe('Today')
  expect(name('2026-11-30')).toBe('Yesterday')
  expect(name('2026-11-29')).toBe('on 2026-11-29')
})
