import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it("returns the administrator panel's record counts and the caller's unread notifications", async () => {
  spec('2.11.3')
  const admin = await desk.makeAdmin()
  const before = await admin.call('getAdminSummary')
  expect(before).toEqual({
    users: 1,
    pendingUsers: 0,
    loans: 0,
    documents: 0,
    photos: 0,
    unreadNotifications: 0,
  })
  const other = await desk.makeAdmin()
  const lender = await desk.makeLender()
  await desk.makePending()
  const gone = await desk.makePending()
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  const loan = await desk.makeLoan()
  await desk.makeLoan()
  await desk.makeDocument(loan)
  await desk.makePhoto(loan)
  await desk.makePhoto(loan)
  await desk.makeCommitment(lender, loan)
  await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  const [told] = await admin.call('listNotifications')
  await admin.call('markNotificationRead', { params: { id: told?.id ?? '' } })
  const figures = {
    users: 6,
    pendingUsers: 1,
    loans: 2,
    documents: 1,
    photos: 2,
    unreadNotifications: 1,
  }
  expect(await admin.call('getAdminSummary')).toEqual(figures)
  expect(await other.call('getAdminSummary')).toEqual({ ...figures, unreadNotifications: 2 })
})
