/** Calls that return calendar files: the dates of one loan, or a user's loans at a private URL. */
import type { calendarCalls } from '#contract/calendar/calls.ts'
import { isLender } from '#domain/access.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findSeenLoan } from '#server/loans/read-loans.ts'
import { actingRole, firmOf } from '#server/sign-in/principal.ts'
import { createAddress, deleteAddress, readAddress } from './addresses.ts'
import { answerEventsOf } from './answer-events.ts'
import { readFeed } from './feed.ts'
import { writeCalendar } from './ics.ts'
import { eventsOf } from './loan-events.ts'

export const calendarHandlers: Pick<Handlers, keyof typeof calendarCalls> = {
  async getLoanCalendar(context, { path: { id } }) {
    const loan = await findSeenLoan(context, id)
    const { publicUrl } = context.config
    const { principal, db } = context
    const answers =
      principal && isLender(actingRole(context))
        ? await answerEventsOf(db, { firmId: firmOf(principal), loanId: id }, publicUrl)
        : []
    const events = [...eventsOf(loan, publicUrl), ...answers]
    const content = Buffer.from(writeCalendar(loan.title, events, new Date()))
    return sendAttachment(context.reply, { name: loan.title, format: 'ics', content })
  },

  async getCalendarFeed(context, { query: { key } }) {
    const content = Buffer.from(await readFeed(context, key ?? ''))
    return sendAttachment(context.reply, { name: 'calendar', format: 'ics', content })
  },

  getCalendarAddress: (context) => readAddress(context),
  createCalendarAddress: (context) => createAddress(context),
  async deleteCalendarAddress(context) {
    await deleteAddress(context)
    return null
  },
}
