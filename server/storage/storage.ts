import type { Readable } from 'node:stream'

/**
 * Stores files under relative paths such as "documents/9b2e…".
 *
 * Every method throws an error for a path that fails `isSafePath`. When a store of any kind is full, the error has the
 * code `ENOSPC` or `EDQUOT`. Any other failure is a `StoreAwayError`.
 */
export interface FileStore {
  /** Stores either all of the bytes under the path or none. Replaces an existing file. */
  write(path: string, bytes: Uint8Array): Promise<void>
  intake: Intake
  /** The file or the requested range of it, or null if the file doesn't exist. */
  read(path: string, range?: ByteRange): Promise<StoredFile | null>
  sizeOf(path: string): Promise<number | null>
  delete(path: string): Promise<void>
  /** Removes partial files that interrupted processes left behind at least a day ago. */
  removeRemains(): Promise<void>
  check(): Promise<void>
}

/** Uploads are sent to this server or directly to the store. An upload never overwrites an existing file. */
export type Intake =
  | {
      by: 'stream'
      /**
       * Stores either the complete source under an unused path or nothing.
       * @throws {PathTakenError} if the path is in use.
       */
      receive(path: string, source: AsyncIterable<Uint8Array>): Promise<void>
    }
  | {
      by: 'address'
      /** Signs a URL that accepts one PUT of a file that exactly matches `terms`. */
      sign(path: string, terms: UploadTerms): Promise<SignedUpload>
    }

export interface UploadTerms {
  expiresInSeconds: number
  contentType: string | null
  sizeBytes: number | null
}

export interface SignedUpload {
  url: string
  headers: Record<string, string>
}

/** The store doesn't respond, or can't be used with the current settings. */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError'
}

/** The store's response indicates a configuration error, so a retry wouldn't help. The message names the setting. */
export class StoreRefusedError extends StoreAwayError {
  override name = 'StoreRefusedError'
}

export class PathTakenError extends Error {
  override name = 'PathTakenError'
}

/** A range as in a Range header: the bytes starting at a position, or the last bytes. */
export type ByteRange = { start: number; end?: number } | { last: number }

export interface StoredFile {
  /** The bytes from `start` to `end`. The caller must read the stream to its end or destroy it. */
  stream: Readable
  sizeBytes: number
  modifiedAt: Date
  /**
   * The position of the stream's first byte. For a range outside the file, this is the file's size, and the stream is
   * empty.
   */
  start: number
  /** The position of the stream's last byte, or `start - 1` if the stream is empty. */
  end: number
}

/** Returns the positions of a range's first and last bytes. The range is empty if it is outside a file of this size. */
export function resolveRange(range: ByteRange | undefined, sizeBytes: number) {
  if (!range) return { start: 0, end: sizeBytes - 1 }
  const outside = { start: sizeBytes, end: sizeBytes - 1 }
  if ('last' in range)
    return range.last > 0
      ? { start: Math.max(sizeBytes - range.last, 0), end: sizeBytes - 1 }
      : outside
  if (range.start >= sizeBytes) return outside
  return { start: range.start, end: Math.min(range.end ?? sizeBytes - 1, sizeBytes - 1) }
}

// No segment starts with a dot. This rule excludes "." and "..", and hides partial files.
const safeSegment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** Returns true if a path is relative and its segments have the same meaning in every store. */
export const isSafePath = (path: string) =>
  path.length <= 512 && path.split('/').every((segment) => safeSegment.test(segment))

export function assertSafePath(path: string): void {
  if (!isSafePath(path)) throw new RangeError(`Not a path of a file store: ${path.slice(0, 80)}`)
}
