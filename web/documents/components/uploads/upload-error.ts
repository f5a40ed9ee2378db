import { ApiError, ConnectionError } from '#web/api/client.ts'
import { FileChangedError, whyNotSent } from '#web/api/not-sent.ts'

/**
 * Why an upload failed, for a person: the server's message, or the store's that received the bytes,
 * or else the default text.
 */
export function describeUploadError(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof FileChangedError) return error.message
  if (error instanceof ApiError) return error.serverMessage ?? unknownError
  if (!isStoreError(error)) return unknownError
  if (error.code === 'NETWORK') return new ConnectionError(error).message
  return messageOf(error.body ?? '') ?? unknownError
}

/** The reason of a failed PUT: without an answer, the file itself may be it. */
export async function explainUpload(error: unknown, file: unknown): Promise<unknown> {
  const wasUnanswered = isStoreError(error) && error.code === 'NETWORK'
  return wasUnanswered && file instanceof Blob ? whyNotSent(file, error) : error
}

/** Whether another attempt with the same file may work: not when the file itself was refused. */
export function mayRetryUpload(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.status >= 500 || error.status === 429 || error.status === 401
  if (error instanceof FileChangedError) return false
  // Every attempt asks for a new address, so one that expired or was used up is no reason to stop.
  return !isStoreError(error) || ![400, 413, 415].includes(error.status ?? 0)
}

const unknownError = 'Unknown error'

/** The error of a refused or failed PUT: with the answer's status and body, or a code if there was none. */
interface StoreError extends Error {
  status?: number
  code?: string
  body?: string
}

// All properties are optional, and checked before use.
const isStoreError = (error: unknown): error is StoreError => error instanceof Error

/** The message in a refusal: JSON from our own server, XML from an S3 service. */
function messageOf(body: string): string | null {
  try {
    const refusal: unknown = JSON.parse(body)
    const isRefusal = typeof refusal === 'object' && refusal !== null && 'message' in refusal
    return isRefusal && typeof refusal.message === 'string' ? refusal.message : null
  } catch {
    return /<Message>([^<]+)<\/Message>/.exec(body)?.[1] ?? null
  }
}
