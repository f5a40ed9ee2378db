/** A person's notifications: as text, newest last, and whether an email has them. */
import { expect } from 'vitest'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'

/** "commitmentMade: Lena Brook committed …" for each notification, of one loan if it is given. */
export async function noticesOf(person: Person, loan?: { id: string }): Promise<string[]> {
  const all = await person.call('listNotifications')
  return all
    .filter((notice) => !loan || notice.relatedLoanId === loan.id)
    .map(({ type, message }) => `${type}: ${message}`)
    .toReversed()
}

/**
 * Waits until a person's notifications, such as that of a receipt or of a new loan, are in an email. Putting them
 * there locks the person until the standby has it, and a commitment that meets this lock is refused as busy.
 */
export async function untilMailed(desk: Desk, person: Person): Promise<void> {
  const unhandled = 'select id from notifications where user_id = $1 and mail_handled_at is null'
  await expect.poll(() => desk.rows(unhandled, [person.id]), { timeout: 10_000 }).toEqual([])
}
