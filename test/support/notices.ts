import { expect } from 'vitest'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'

/** Each as "commitmentMade: Lena Brook committed …"; with `loan`, only those about it. */
export async function noticesOf(person: Person, loan?: { id: string }): Promise<string[]> {
  const all = await person.call('listNotifications')
  return all
    .filter((notice) => !loan || notice.relatedLoanId === loan.id)
    .map(({ type, message }) => `${type}: ${message}`)
    .toReversed()
}

/**
 * Waits until a person's notifications are in an email. Without this, the job that emails them may hold the person's
 * row lock until the standby confirms, and a commitment would be refused as busy.
 */
export async function untilMailed(desk: Desk, person: Person): Promise<void> {
  const unhandled = 'select id from notifications where user_id = $1 and mail_handled_at is null'
  await expect.poll(() => desk.rows(unhandled, [person.id]), { timeout: 10_000 }).toEqual([])
}
