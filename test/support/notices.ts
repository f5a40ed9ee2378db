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

const unhandled = 'select id from notifications where user_id = $1 and mail_handled_at is null'

/**
 * Waits until a user's notifications have been emailed. Before that, the job that sends emails may lock the user's row,
 * and a commitment would be rejected as busy.
 */
export async function untilMailed(desk: Desk, person: Person): Promise<void> {
  await expect.poll(() => desk.rows(unhandled, [person.id]), { timeout: 60_000 }).toEqual([])
}

/**
 * Waits until a user's notifications have been emailed. Repeatedly backdates earlier emails, because the job would
 * otherwise wait ten minutes between emails of one type.
 */
export async function untilMailedAtOnce(desk: Desk, person: Person): Promise<void> {
  await expect
    .poll(
      async () => {
        await makeMailsOld(desk)
        return desk.rows(unhandled, [person.id])
      },
      // The job runs every 15 seconds.
      { timeout: 60_000 },
    )
    .toEqual([])
}

/**
 * Makes all sent emails so old that they don't delay the next email of their type. Pending emails keep their time,
 * because their contents are found by it.
 */
export const makeMailsOld = (desk: Desk) =>
  desk.rows(
    "update mails set created_at = created_at - interval '11 minutes' where sent_at is not null",
  )

/** The messages of one type, newest first. */
export const messagesOf = async (person: Person, type: string): Promise<string[]> =>
  (await person.call('listNotifications')).flatMap((each) =>
    each.type === type ? [each.message] : [],
  )
