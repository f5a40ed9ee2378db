/** A person's notifications as text, newest last. */
import type { Person } from './builders.ts'

/** "commitmentMade: Lena Brook committed …" for each notification, of one loan if it is given. */
export async function noticesOf(person: Person, loan?: { id: string }): Promise<string[]> {
  const all = await person.call('listNotifications')
  return all
    .filter((notice) => !loan || notice.relatedLoanId === loan.id)
    .map(({ type, message }) => `${type}: ${message}`)
    .toReversed()
}
