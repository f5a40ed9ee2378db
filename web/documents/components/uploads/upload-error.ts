import { ApiError, ConnectionError } from '#web/api/client.ts'
import { FileChangedError, whyNotSent } from '#web/api/not-sent.ts'

export function describeUploadError(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof FileChangedError) return error.message
  if (error instanceof ApiError) return error.serverMessage ?? unknownError
  return (error instanceof StoreError && messageOf(error.body)) || unknownError
}

/** Converts Uppy's error for a failed PUT. If no response arrived, the file itself could be unreadable. */
export async function explainUpload(error: unknown, file: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'NETWORK')
    return file instanceof Blob ? whyNotSent(file, error) : new ConnectionError(error)
  if (!('status' in error && 'body' in error) || typeof error.status !== 'number') return error
  return new StoreError(error.status, typeof error.body === 'string' ? error.body : '', error)
}

/** Returns true if a retry with the same file could succeed. A retry can't succeed if the file itself was rejected. */
export function mayRetryUpload(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.status >= 500 || error.status === 429 || error.status === 401
  if (error instanceof FileChangedError) return false
  // Each attempt requests a new URL, so a retry can succeed even if the previous URL has expired or been used.
  return !(error instanceof StoreError && [400, 413, 415].includes(error.status))
}

const unknownError = 'Unknown error'

/** Reads the message in the body of an error response. The body is JSON from this server or XML from an S3 service. */
function messageOf(body: string): string | null {
  try {
    const refusal: unknown = JSON.parse(body)
    const isRefusal = typeof refusal === 'object' && refusal !== null && 'message' in refusal
    return isRefusal && typeof refusal.message === 'string' ? refusal.message : null
  } catch {
    return /<Message>([^<]+)<\/Message>/.exec(body)?.[1] ?? null
  }
}

/**
 * Thrown if the file store rejects an upload. Contains the status (0 if no response arrived) and the body of the
 * response.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'

  constructor(
    readonly status: number,
    readonly body: string,
    cause?: unknown,
  ) {
    super(`${status}: The upload failed`, { cause })
  }
}
