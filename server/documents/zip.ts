/**
 * Writes a zip archive of stored files as a stream, in memory of one chunk. Files are stored, not compressed:
 * documents are PDFs, pictures and office files, which are compressed already. So the archive's length is known
 * before its first byte, and a browser can show how much is left.
 *
 * The format is APPNOTE.TXT of PKWARE: a file's checksum follows its bytes (bit 3), names are UTF-8 (bit 11), and
 * positions beyond 4 GiB are in ZIP64 fields. A single file is smaller than that.
 */
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** With `/` between folders. */
  name: string
  sizeBytes: number
  modifiedAt: Date
  open: () => Promise<AsyncIterable<Uint8Array>>
}

/** The archive's bytes, chunk by chunk. Throws when a file has another length than announced. */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let position = 0
  for (const entry of entries) {
    const start = position
    const head = localHeader(entry)
    yield head
    let crc = 0
    let sizeBytes = 0
    for await (const chunk of await entry.open()) {
      crc = crc32(chunk, crc)
      sizeBytes += chunk.length
      if (sizeBytes > entry.sizeBytes) break
      yield chunk
    }
    if (sizeBytes !== entry.sizeBytes)
      throw new Error(`A stored file has not the ${entry.sizeBytes} bytes that it had before`)
    yield descriptor(crc, sizeBytes)
    directory.push(centralHeader(entry, crc, start))
    position += head.length + sizeBytes + descriptorBytes
  }
  yield* directory
  const length = directory.reduce((sum, header) => sum + header.length, 0)
  yield endOfArchive(entries.length, length, position)
}

/** The archive's length in bytes. */
export function zipLength(entries: readonly ZipEntry[]): number {
  let position = 0
  let directory = 0
  for (const entry of entries) {
    directory += centralHeader(entry, 0, position).length
    position += localHeader(entry).length + entry.sizeBytes + descriptorBytes
  }
  return position + directory + endOfArchive(entries.length, directory, position).length
}

const version = 20
const versionOfZip64 = 45
const madeOnUnix = 3 << 8
/** A regular file that its owner may write and everybody read. */
const unixMode = 0o100644
const flags = (1 << 3) | (1 << 11)
const stored = 0
const max32 = 0xffff_ffff
const max16 = 0xffff
const descriptorBytes = 16

/** Little-endian fields: pairs of a width in bytes and a value. */
function fields(...pairs: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  const bytes = Buffer.alloc(pairs.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of pairs) {
    if (width === 2) bytes.writeUInt16LE(value, at)
    else if (width === 4) bytes.writeUInt32LE(value, at)
    else bytes.writeBigUInt64LE(BigInt(value), at)
    at += width
  }
  return bytes
}

function localHeader({ name, modifiedAt }: ZipEntry): Buffer {
  const bytes = Buffer.from(name)
  const { date, time } = dosTime(modifiedAt)
  return Buffer.concat([
    fields(
      [4, 0x0403_4b50],
      [2, version],
      [2, flags],
      [2, stored],
      [2, time],
      [2, date],
      // Checksum and both lengths follow the bytes.
      [4, 0],
      [4, 0],
      [4, 0],
      [2, bytes.length],
      [2, 0],
    ),
    bytes,
  ])
}

const descriptor = (crc: number, sizeBytes: number) =>
  fields([4, 0x0807_4b50], [4, crc], [4, sizeBytes], [4, sizeBytes])

function centralHeader({ name, sizeBytes, modifiedAt }: ZipEntry, crc: number, start: number) {
  const bytes = Buffer.from(name)
  const { date, time } = dosTime(modifiedAt)
  const isFar = start >= max32
  const extra = isFar ? fields([2, 1], [2, 8], [8, start]) : Buffer.alloc(0)
  return Buffer.concat([
    fields(
      [4, 0x0201_4b50],
      [2, madeOnUnix | versionOfZip64],
      [2, isFar ? versionOfZip64 : version],
      [2, flags],
      [2, stored],
      [2, time],
      [2, date],
      [4, crc],
      [4, sizeBytes],
      [4, sizeBytes],
      [2, bytes.length],
      [2, extra.length],
      // No comment, on the first disk, no internal attributes.
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, unixMode],
      [4, isFar ? max32 : start],
    ),
    bytes,
    extra,
  ])
}

function endOfArchive(count: number, length: number, start: number): Buffer {
  const isLarge = count >= max16 || start >= max32 || length >= max32
  const end = fields(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(length, max32)],
    [4, Math.min(start, max32)],
    [2, 0],
  )
  if (!isLarge) return end
  const end64 = fields(
    [4, 0x0606_4b50],
    [8, 44],
    [2, madeOnUnix | versionOfZip64],
    [2, versionOfZip64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, start],
  )
  const locator = fields([4, 0x0706_4b50], [4, 0], [8, start + length], [4, 1])
  return Buffer.concat([end64, locator, end])
}

/** The format's own times: in steps of two seconds from 1980, here in UTC. */
function dosTime(at: Date) {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}
