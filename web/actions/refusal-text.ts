import { ApiError, ConnectionError } from '#web/api/client.ts'

/**
 * A toast's text, followed by the reason: the server's message for a refusal, or the connection's if
 * there was no answer. The server's internal errors are of no use to readers.
 */
export function withReason(text: string, error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status < 500
  const reason =
    error instanceof ConnectionError ? error.message : isRefusal ? error.serverMessage : null
  if (!reason) return text
  // Half of the texts already end a sentence.
  return /[.!?]$/.test(text) ? `${text} ${reason}` : `${text}. ${reason}`
}
