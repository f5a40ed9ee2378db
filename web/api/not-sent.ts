import { ConnectionError } from './client.ts'

/**
 * Thrown if the file can't be read. Browsers refuse to send a file that was changed, moved, or deleted after it was
 * chosen.
 */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'

  constructor(cause: unknown) {
    super('The file changed since you chose it. Choose it again.', { cause })
  }
}

/** Distinguishes an unreadable file from a failed connection, because browsers report the same error for both. */
export async function whyNotSent(file: Blob, cause: unknown) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return new ConnectionError(cause)
  } catch (error) {
    return new FileChangedError(error)
  }
}
