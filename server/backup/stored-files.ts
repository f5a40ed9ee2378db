/**
 * Copies files between the store and an archive. Several files are copied at the same time, because the store can be
 * remote.
 */
import { buffer } from 'node:stream/consumers'
import { CommandError } from '#server/cli-errors.ts'
import type { FileStore } from '#server/storage/storage.ts'

/** The number of files copied at the same time. Memory must have room for this many uploads of the maximum size. */
const concurrency = 4

export interface StoredBytes {
  path: string
  bytes: Buffer | null
}

export async function* readFiles(
  store: FileStore,
  paths: readonly string[],
): AsyncGenerator<StoredBytes> {
  const waiting = paths.values()
  const coming: Promise<StoredBytes>[] = []
  const ask = () => {
    const { value: path, done } = waiting.next()
    if (done) return
    const reading = readWhole(store, path).then((bytes) => ({ path, bytes }))
    // The loop below awaits each read or stops at an earlier failure. This handler prevents an unhandled rejection.
    reading.catch(() => {})
    coming.push(reading)
  }
  for (let count = 0; count < concurrency; count += 1) ask()
  for (let next = coming.shift(); next; next = coming.shift()) {
    yield await next
    ask()
  }
}

export async function readWhole(store: FileStore, path: string): Promise<Buffer | null> {
  const file = await usingStore(store.read(path))
  if (!file) return null
  const bytes = await buffer(file.stream).catch((error: unknown) => {
    throw new CommandError(`The file store stopped in the middle of ${path}; try again`, {
      cause: error,
    })
  })
  if (bytes.length === file.sizeBytes) return bytes
  throw new CommandError(
    `The file store sent ${bytes.length} of the ${file.sizeBytes} bytes of ${path}; try again`,
  )
}

/** Waits for a store operation. If a disk or bucket is full, the error says so. */
export async function usingStore<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new CommandError('There is no room left in the file store', { cause: error })
    throw error
  }
}
