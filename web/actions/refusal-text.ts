import { ApiError, ConnectionError } from '#web/api/client.ts'

/**
 * The text of a toast, and after it the sentence that says why: the server's when it refused, the
 * connection's when there was no answer. What went wrong inside the server is no use to a reader.
 */
export function withReason(text: string, error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status < 500
  const reason =
    error instanceof ConnectionError ? error.message : isRefusal ? error.serverMessage : null
  if (!reason) return text
  // Half of the catalogue's texts are sentences already.
  return /[.!?]$/.test(text) ? `${text} ${reason}` : `${text}. ${reason}`
}
