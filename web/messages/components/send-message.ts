import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { call, errorMessage } from '#web/api/client.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import type { keyedAttempts } from '#web/forms/attempts.ts'
import { useIsMutating } from '@tanstack/react-query'

export interface WrittenMessage {
  message: string
  recipientId: string | null
}

/** Sends a message as the signed-in user. Retries don't send it twice. */
export async function sendMessage(
  user: Pick<CurrentUser, 'id'> | null,
  loanId: string,
  written: WrittenMessage,
  { send }: ReturnType<typeof keyedAttempts>,
) {
  if (!user) throw new Error('User not authenticated')
  const body = { loanId, userId: user.id, ...written }
  return send(body, (headers) => call('createMessage', { body, headers }))
}

export const sendingKey = (loanId: string) => ['message', loanId]

export const useIsSending = (loanId: string) =>
  useIsMutating({ mutationKey: sendingKey(loanId) }) > 0

export const sendingFailed = (error: Error) =>
  errorMessage(error, error.message || 'Please try again.')

interface Reach {
  audience: Audience
  readers: number
  notified: number
}

export function announcementReach({ audience, readers, notified }: Reach): string {
  const isForAll = audience === 'everyone'
  if (readers === 0)
    return isForAll
      ? 'There is no approved lender yet to read this.'
      : 'There is no lender with access yet to read this.'
  const read =
    readers === 1
      ? `One ${isForAll ? 'approved lender' : 'lender with access'} can read this.`
      : `All ${readers} ${isForAll ? 'approved lenders' : 'lenders with access'} can read this.`
  const told =
    notified === 0
      ? 'Nobody is notified: no lender holds a share of this loan or has it as a favorite.'
      : `${notified} ${notified === 1 ? 'is' : 'are'} notified: those who hold a share of this loan or have it as a favorite.`
  return `${read} ${told}`
}
