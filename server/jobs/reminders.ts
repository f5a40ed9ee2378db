/** Reminds lenders of deadlines and of the time to answer offers and changed terms, each once. */
import type { Database } from '#server/database/client.ts'
import { sendDealReminders } from '#server/deal/reminders.ts'
import { remindOfTerms } from '#server/deal/terms/remind.ts'
import type { Job } from './runner.ts'

export const reminders = ({ db }: { db: Database }): Job => ({
  name: 'reminders',
  everyMs: 10 * 60_000,
  atStart: true,
  steps: [{ run: () => remind(db), failure: 'Reminding lenders failed' }],
})

async function remind(db: Database): Promise<false> {
  await sendDealReminders(db)
  await remindOfTerms(db)
  return false
}
