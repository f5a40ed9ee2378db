import type { messageCalls } from '#contract/messages/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findSeenLoan } from '#server/loans/read-loans.ts'
import { pageOfMessages, countAudience, listRecipients } from './read-messages.ts'
import { sendMessage, sendPrivateMessages } from './send.ts'

export const messageHandlers: Pick<Handlers, keyof typeof messageCalls> = {
  async listLoanMessages(context, { path: { loanId }, query }) {
    await findSeenLoan(context, loanId)
    return pageOfMessages(context, loanId, query)
  },

  createMessage: (context, { body }) => sendMessage(context, body),
  createPrivateMessages: (context, { body }) => sendPrivateMessages(context, body),

  async listMessageRecipients(context, { path: { id }, query: { search } }) {
    await findSeenLoan(context, id)
    return listRecipients(context.db, id, search?.split(/\s+/).filter(Boolean) ?? [])
  },

  async getAnnouncementAudience(context, { path: { id } }) {
    await findSeenLoan(context, id)
    return countAudience(context.db, id)
  },
}
