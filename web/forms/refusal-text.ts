import { ApiError, ConnectionError } from '#web/api/client.ts'

/**
 * Appends the reason to a toast's message: the server's message or, if no response arrived, the connection error.
 * Internal server errors have no message that would help the user.
 */
export function withReason(text: string, error: unknown): string {
  // 5xx errors other than `internal` have useful messages, such as when to retry.
  const isRefusal = error instanceof ApiError && error.code !== 'internal'
  const reason =
    error instanceof ConnectionError ? error.message : isRefusal ? error.serverMessage : null
  if (!reason) return text
  return /[.!?]$/.test(text) ? `${text} ${reason}` : `${text}. ${reason}`
}
