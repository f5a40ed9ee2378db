import type { messageCalls } from '#contract/messages/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findAnyLoan, findFullLoan } from '#server/loans/read-loans.ts'
import { pageOfMessages, countAudience, listRecipients } from './read-messages.ts'
import { sendMessage, sendPrivateMessages } from './send.ts'

export const messageHandlers: Pick<Handlers, keyof typeof messageCalls> = {
  async listLoanMessages(context, { path: { loanId }, query }) {
    await findFullLoan(context, loanId)
    return pageOfMessages(context, loanId, query)
  },

  createMessage: (context, { body }) => sendMessage(context, body),
  createPrivateMessages: (context, { body }) => sendPrivateMessages(context, body),

  async listMessageRecipients(context, { path: { id }, query: { search } }) {
    await findAnyLoan(context.db, id)
    return listRecipients(context.db, id, search?.split(/\s+/).filter(Boolean) ?? [])
  },

  async getAnnouncementAudience(context, { path: { id } }) {
    const { audience } = await findAnyLoan(context.db, id)
    return { audience: audience ?? 'everyone', ...(await countAudience(context.db, id)) }
  },
}
