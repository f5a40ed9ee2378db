import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { call, serverWords } from '#web/api/client.ts'

export interface WrittenMessage {
  message: string
  recipientId: string | null
}

/** Sends a message in the name of whoever is signed in. */
export async function sendMessage(
  user: Pick<CurrentUser, 'id'> | null,
  loanId: string,
  written: WrittenMessage,
) {
  if (!user) throw new Error('User not authenticated')
  return call('createMessage', { body: { loanId, userId: user.id, ...written } })
}

/** What is said of a message that was not sent. */
export const sendingFailed = (error: Error) =>
  serverWords(error, error.message || 'Please try again.')
