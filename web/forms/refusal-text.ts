import { ApiError, ConnectionError } from '#web/api/client.ts'

/**
 * A toast's text, followed by the reason: the server's message for a refusal, or the connection's if
 * there was no answer. Of the server's internal errors there is nothing more to say.
 */
export function withReason(text: string, error: unknown): string {
  // Others than internal ones say what to do: whether it was saved, and when to try again.
  const isRefusal = error instanceof ApiError && error.code !== 'internal'
  const reason =
    error instanceof ConnectionError ? error.message : isRefusal ? error.serverMessage : null
  if (!reason) return text
  // Half of the texts already end a sentence.
  return /[.!?]$/.test(text) ? `${text} ${reason}` : `${text}. ${reason}`
}
