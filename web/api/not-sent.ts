import { ConnectionError } from './client.ts'

/** A file can't be read anymore: browsers refuse to send one that was changed, moved or deleted since. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'

  constructor(cause: unknown) {
    super('The file changed since you chose it. Choose it again.', { cause })
  }
}

/** Why a request with a file failed without an answer; the browser itself says the same of both. */
export async function whyNotSent(file: Blob, cause: unknown) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return new ConnectionError(cause)
  } catch (error) {
    return new FileChangedError(error)
  }
}
