/** What people were told, as they read it themselves: the newest last. */
import type { Person } from './builders.ts'

/** "commitmentMade: Lena Brook committed …" for each notification, of one loan where it is named. */
export async function noticesOf(person: Person, loan?: { id: string }): Promise<string[]> {
  const all = await person.call('listNotifications')
  return all
    .filter((notice) => !loan || notice.relatedLoanId === loan.id)
    .map(({ type, message }) => `${type}: ${message}`)
    .toReversed()
}
