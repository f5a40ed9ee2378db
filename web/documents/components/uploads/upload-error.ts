import { ApiError, ConnectionError } from '#web/api/client.ts'

/**
 * Why an upload failed, in words for a person: the server's own, or those of the store that the
 * bytes go to, else the catalogue's.
 */
export function uploadErrorWords(error: unknown): string {
  if (error instanceof ConnectionError) return error.message
  if (error instanceof ApiError) return error.serverMessage ?? unknownError
  if (!isStoreError(error)) return unknownError
  if (error.code === 'NETWORK') return new ConnectionError(error).message
  return messageOf(error.body ?? '') ?? unknownError
}

const unknownError = 'Unknown error'

/** What Uppy makes of a refused or failed PUT: its answer's body, or a code when there was none. */
interface StoreError extends Error {
  code?: string
  body?: string
}

// The two properties are optional, and looked at before they are believed.
const isStoreError = (error: unknown): error is StoreError => error instanceof Error

/** The sentence in a refusal: JSON from our own server, XML from an S3 service. */
function messageOf(body: string): string | null {
  try {
    const refusal: unknown = JSON.parse(body)
    const isRefusal = typeof refusal === 'object' && refusal !== null && 'message' in refusal
    return isRefusal && typeof refusal.message === 'string' ? refusal.message : null
  } catch {
    return /<Message>([^<]+)<\/Message>/.exec(body)?.[1] ?? null
  }
}
