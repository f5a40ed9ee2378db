import { expect } from 'vitest'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'

/**
 * Returns notifications in the form "commitmentMade: Lena Brook committed …". If `loan` is set, returns only those
 * about that loan.
 */
export async function noticesOf(person: Person, loan?: { id: string }): Promise<string[]> {
  const all = await person.call('listNotifications')
  return all
    .filter((notice) => !loan || notice.relatedLoanId === loan.id)
    .map(({ type, message }) => `${type}: ${message}`)
    .toReversed()
}

/**
 * Waits until a user's notifications have been emailed. Before that, the job that sends emails may lock the user's row,
 * and a commitment would be rejected as busy.
 */
export async function untilMailed(desk: Desk, person: Person): Promise<void> {
  const unhandled = 'select id from notifications where user_id = $1 and mail_handled_at is null'
  await expect.poll(() => desk.rows(unhandled, [person.id]), { timeout: 10_000 }).toEqual([])
}
