/** The verbs of a file store: uploaded files by their path, wherever they are kept. */
import type { Readable } from 'node:stream'

/**
 * Keeps files under relative paths such as "documents/9b2e…".
 *
 * Every verb refuses a path that `isSafePath` refuses. An error for want of room has the code
 * `ENOSPC` or `EDQUOT`, whichever store it is; when the store can't be used otherwise, it is a
 * `StoreAwayError`.
 */
export interface FileStore {
  /** Keeps all the bytes under the path, or nothing of them; an earlier file is replaced. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** How files come in from browsers. */
  intake: Intake
  /** The file, or the part of it that was asked for; null when there is none. */
  read(path: string, range?: ByteRange): Promise<StoredFile | null>
  /** The length of the file; null when there is none. */
  sizeOf(path: string): Promise<number | null>
  /** Removes the file; one that is not there is no error. */
  delete(path: string): Promise<void>
  /** Removes what was being written by programs that ended in the middle of it, a day ago or more. */
  removeRemains(): Promise<void>
  /** Fails when the store does not answer. */
  check(): Promise<void>
}

/** Files come to this program, or go to the store directly. Neither ever overwrites one. */
export type Intake =
  | {
      by: 'stream'
      /**
       * Keeps the whole source under a path that is free, or nothing of it.
       * @throws PathTakenError when there is a file already.
       */
      receive(path: string, source: AsyncIterable<Uint8Array>): Promise<void>
    }
  | {
      by: 'address'
      /** Signs an address that takes one PUT of exactly what the terms name. */
      sign(path: string, terms: UploadTerms): Promise<SignedUpload>
    }

export interface UploadTerms {
  expiresInSeconds: number
  contentType: string | null
  sizeBytes: number | null
}

export interface SignedUpload {
  url: string
  /** What the PUT must send, beside the length that every client sends by itself. */
  headers: Record<string, string>
}

/** The store does not answer, or can't be used as it is set up. */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError'
}

/** The store answers, and not as it is set up: waiting does not help. The message names the setting. */
export class StoreRefusedError extends StoreAwayError {
  override name = 'StoreRefusedError'
}

/** There is a file under the path already. */
export class PathTakenError extends Error {
  override name = 'PathTakenError'
}

/** A part of a file as a Range header asks for it: from a byte on, or the last bytes. */
export type ByteRange = { start: number; end?: number } | { last: number }

export interface StoredFile {
  /** The bytes from `start` to `end`. Whoever does not read it to its end destroys it. */
  stream: Readable
  /** The length of the whole file. */
  sizeBytes: number
  modifiedAt: Date
  /** The first byte of the stream. A range outside the file starts at its size and is empty. */
  start: number
  /** The last byte of the stream, included; `start - 1` when the stream is empty. */
  end: number
}

/** The first and the last byte of a range in a file of this size; empty when it lies outside. */
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

// No segment starts with a dot: that rules "." and ".." out, and keeps files under way unreadable.
const safeSegment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** Whether a path is relative and made of segments that mean the same in every store. */
export const isSafePath = (path: string) =>
  path.length <= 512 && path.split('/').every((segment) => safeSegment.test(segment))

export function assertSafePath(path: string): void {
  if (!isSafePath(path)) throw new RangeError(`Not a path of a file store: ${path.slice(0, 80)}`)
}
