/** Writes an archive under a temporary name so that a partial archive never has its final name. */
import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError } from '#server/cli-errors.ts'
import * as tar from 'tar-stream'
import { fileName, tablePartName } from './archive.ts'

export interface ArchiveWriter {
  addText: (name: string, text: string) => Promise<void>
  addFile: (storedPath: string, bytes: Buffer) => Promise<Digest>
  /** `copyText` contains one row per line. */
  addTable: (table: string, copyText: AsyncIterable<Buffer>) => Promise<Digest & { rows: number }>
}

interface Digest {
  bytes: number
  sha256: string
}

export async function writeArchive(
  file: string,
  signal: AbortSignal,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw describeWriteError(error, file)
  })
  try {
    await packInto(handle, signal, fill)
  } catch (error) {
    await rm(file, { force: true })
    throw describeWriteError(error, file)
  }
}

async function packInto(
  handle: FileHandle,
  signal: AbortSignal,
  fill: (archive: ArchiveWriter) => Promise<void>,
) {
  const pack = tar.pack()
  // `pipeline` reports the error. Without this listener, the `error` event would crash the process.
  pack.on('error', () => {})
  const written = pipeline(
    pack,
    // Images and PDF files don't compress further, and tables compress well at the lowest level.
    createGzip({ level: 1 }),
    // With `flush`, the stream calls fsync before it closes the file.
    handle.createWriteStream({ flush: true }),
    { signal },
  )
  const filled = fill(writerInto(pack)).then(
    () => pack.finalize(),
    // An error in either stream destroys the other stream. `pipeline` rejects with the first error.
    (error: Error) => pack.destroy(error),
  )
  try {
    await written
  } finally {
    await filled
  }
}

const partBytes = 4 * 1024 * 1024

function writerInto(pack: tar.Pack): ArchiveWriter {
  const add = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      // This mode makes manually extracted files as private as the archive.
      const entry = pack.entry({ name, mode: 0o600 }, bytes, (error) =>
        error ? reject(error) : resolve(),
      )
      // The callback reports the error. Without a listener, the `error` event would crash the process.
      entry.on('error', () => {})
    })
  return {
    addText: (name, text) => add(name, Buffer.from(text)),

    async addFile(storedPath, bytes) {
      await add(fileName(storedPath), bytes)
      return { bytes: bytes.length, sha256: sha256Of(bytes) }
    },

    async addTable(table, copyText) {
      const hash = createHash('sha256')
      const total = { rows: 0, bytes: 0 }
      let parts = 0
      for await (const part of inParts(copyText)) {
        hash.update(part)
        total.rows += countLines(part)
        total.bytes += part.length
        parts += 1
        await add(tablePartName(table, parts), part)
      }
      return { ...total, sha256: hash.digest('hex') }
    },
  }
}

/** Yields at least one chunk so that an empty table is archived too. */
async function* inParts(source: AsyncIterable<Buffer>) {
  let collected: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    collected.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(collected)
    collected = []
    length = 0
  }
  yield Buffer.concat(collected)
}

export const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** COPY escapes line breaks within a value, so each unescaped line break ends a row. */
export function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

export function describeWriteError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const folder = path.dirname(file)
  const words: Record<string, string> = {
    ENOENT: `There is no folder ${folder}; create it or name another`,
    ENOTDIR: `${folder} is not a folder; name another`,
    EACCES: `This user may not write to ${folder}`,
    EPERM: `This user may not write to ${folder}`,
    EROFS: `${folder} is on a read-only disk`,
    EEXIST: `${file} already exists: another backup is being made, or one was killed; if none is being made, remove it`,
    ENAMETOOLONG: `The name ${file} is too long`,
    ENOSPC: `There is no room left on the disk of ${folder}; no backup was kept`,
    EDQUOT: `This user's disk quota in ${folder} is used up; no backup was kept`,
    EFBIG: `The disk of ${folder} can't store a file as large as this backup; no backup was kept`,
    ABORT_ERR: 'Stopped; no backup was kept',
  }
  // An error from the database, a store, or the network can have the same code as a disk error.
  const isDisk = error instanceof Error && ('syscall' in error || code === 'ABORT_ERR')
  return isDisk && words[code] ? new CommandError(words[code], { cause: error }) : error
}
