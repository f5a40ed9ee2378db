/** Damaged archives are rejected with a message that describes the problem, and nothing is restored. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { maxBytesInMemory, type Manifest } from '#server/backup/archive.ts'
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts'
import { CommandError } from '#server/cli-errors.ts'
import {
  archiveFolder,
  backUp,
  readEntries,
  writeEntries,
  type Entry,
} from '#test/support/backups.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace } from '#test/support/empty-place.ts'
import { pictureFile } from '#test/support/sample-files.ts'
import { security } from '#test/support/requirements.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let folder: string
let good: string
let manifest: Manifest
let whole: Buffer
let unpacked: Buffer
let entries: Entry[]

beforeAll(async () => {
  desk = await openDesk()
  const loan = await desk.makeLoan()
  await desk.makeCommitment(await desk.makeLender(), loan)
  await desk.makeDocument(loan)
  await desk.makePhoto(loan, { bytes: await pictureFile('png') })
  folder = archiveFolder(afterAll)
  good = path.join(folder, 'good.tar.gz')
  manifest = await backUp(desk, good)
  whole = await readFile(good)
  unpacked = gunzipSync(whole)
  entries = await readEntries(good)
})
afterAll(() => desk.close())

const checkBytes = async (bytes: Buffer) => {
  const file = path.join(folder, 'changed.tar.gz')
  await writeFile(file, bytes)
  return checkBackup(file)
}

const checkEntries = async (changed: Entry[]) => {
  const file = path.join(folder, 'changed.tar.gz')
  await writeEntries(file, changed)
  return checkBackup(file)
}

/**
 * Returns the error message, or null if the archive is accepted. An archive may be accepted only if its contents are
 * unchanged.
 */
async function refusal(check: Promise<Manifest>): Promise<string | null> {
  try {
    expect(await check).toEqual(manifest)
    return null
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    expect(error.message).toMatch(/changed\.tar\.gz (is|has) [a-z]/)
    return error.message
  }
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
  return copy
}

function withLength(archive: Buffer, name: string, length: number): Buffer {
  const copy = Buffer.from(archive)
  const at = copy.indexOf(`${name}\0`)
  const head = copy.subarray(at, at + 512)
  head.write(`${length.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  // The checksum in a tar header is computed as if the checksum field contained spaces.
  head.fill(' ', 148, 156)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

const bits = fc.integer({ min: 0, max: 7 })
const within = (bytes: Buffer) => fc.integer({ min: 0, max: bytes.length - 1 })
describe('an archive with a flipped bit', () => {
  // Some bits don't matter: a few in the gzip header, and the padding in the last byte.
  it('rejects an archive if a flipped bit changes its contents', async () => {
    security('11.4.3')
    let refused = 0
    const check = async (at: number, bit: number) => {
      const changed = flipped(whole, at, bit)
      if (await refusal(checkBytes(changed))) refused += 1
      else expect(gunzipSync(changed).equals(unpacked)).toBe(true)
    }
    const beyondHead = fc.integer({ min: 10, max: whole.length - 1 })
    await fc.assert(fc.asyncProperty(beyondHead, bits, check), { numRuns: 50 })
    // The checksum and the length are in the last eight bytes, which random positions might never hit.
    for (let at = whole.length - 8; at < whole.length; at += 1) await check(at, 0)
    expect(refused).toBeGreaterThan(45)
    for (let at = 0; at < 10; at += 1) await check(at, 1)
  })

  // The changed archive is recompressed, because otherwise gzip's checksum would detect the change first.
  it('rejects an archive that was recompressed after a bit in any entry was flipped', async () => {
    for (const [index, entry] of entries.entries()) {
      if (entry.bytes.length === 0) continue
      for (const at of [0, entry.bytes.length >> 1, entry.bytes.length - 1]) {
        const changed = entries.with(index, { ...entry, bytes: flipped(entry.bytes, at, 1) })
        expect(await refusal(checkEntries(changed)), `${entry.name} at ${at}`).not.toBeNull()
      }
    }
  })

  it('restores the original or rejects the archive when a bit is flipped before compression', async () => {
    await fc.assert(
      fc.asyncProperty(within(unpacked), bits, async (at, bit) => {
        await refusal(checkBytes(gzipSync(flipped(unpacked, at, bit))))
      }),
      { numRuns: 50 },
    )
  })
})

describe('a truncated archive', () => {
  it('rejects an archive truncated at any point', async () => {
    await fc.assert(
      fc.asyncProperty(within(whole), async (length) => {
        expect(await refusal(checkBytes(whole.subarray(0, length)))).not.toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  it('rejects an archive truncated after any of its entries', async () => {
    for (let count = 0; count < entries.length; count += 1)
      expect(await refusal(checkEntries(entries.slice(0, count))), `${count}`).toMatch(
        /cut short|not a backup/,
      )
  })
})

describe('an archive with unexpected contents', () => {
  const withEntry = (entry: Partial<Entry> & { name: string }) =>
    checkEntries(entries.toSpliced(1, 0, { bytes: Buffer.from('x'), ...entry }))

  it.each([
    'files/../../x',
    '../x',
    '/etc/passwd',
    'files//etc/passwd',
    'files/./x',
    'files/.under-way/x',
    'files/a\\..\\b',
    'tables/../loans/000001.copy',
    'tables/loans/1.copy',
    'other/x',
    `files/${'a/'.repeat(300)}a`,
  ])('rejects an archive containing the entry %j', async (name) => {
    expect(await refusal(withEntry({ name }))).toMatch(/an entry that no backup has/)
  })

  it.each(['symlink', 'link', 'directory'] as const)(
    'rejects an archive containing a %s',
    async (type) => {
      const entry = { name: 'files/loans/x', type, bytes: Buffer.alloc(0), linkname: '/etc/passwd' }
      expect(await refusal(withEntry(entry))).toMatch(/an entry that no backup has/)
    },
  )

  it('rejects an archive with an extra file, duplicate table, wrong part number, or trailing data', async () => {
    expect(await refusal(withEntry({ name: 'files/loans/x' }))).toMatch(/files? .* is missing/)
    const rows = entries.find(({ name }) => name.startsWith('tables/users/'))
    const last = entries.length - 2
    if (!rows) throw new Error('There is no table of people')
    expect(await refusal(checkEntries(entries.toSpliced(last, 0, rows)))).toMatch(
      /not in its manifest/,
    )
    const astray = { ...rows, name: 'tables/users/000002.copy' }
    expect(await refusal(checkEntries(entries.with(entries.indexOf(rows), astray)))).toMatch(
      /part 1/,
    )
    const more = { name: 'files/loans/x', bytes: Buffer.from('x') }
    expect(await refusal(checkEntries([...entries, more]))).toMatch(/comes after its end/)
    expect(await refusal(checkBytes(Buffer.concat([whole, whole])))).not.toBeNull()
  })

  it.each(['files/', 'manifest.json'])(
    'rejects an archive whose %s is too large for memory, without reading it',
    async (start) => {
      const entry = entries.find(({ name }) => name.startsWith(start))
      const claimed = (bytes: number) => gzipSync(withLength(unpacked, entry?.name ?? '', bytes))
      expect(await refusal(checkBytes(claimed(maxBytesInMemory + 1)))).toMatch(
        /has 67,108,865 bytes, and at most 67,108,864 are read/,
      )
      expect(await refusal(checkBytes(claimed(maxBytesInMemory)))).toMatch(/is cut short/)
    },
  )

  it('rejects an archive in another format and names the version that wrote it', async () => {
    const header = Buffer.from(JSON.stringify({ format: 2, program: '9.1.0' }))
    const [first, ...rest] = entries
    if (!first) throw new Error('There is no header')
    expect(await refusal(checkEntries([{ ...first, bytes: header }, ...rest]))).toMatch(
      /has format 2, written by Paripassu 9\.1\.0/,
    )
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('a letter')],
    ['a compressed text', gzipSync('a letter')],
    ['a compressed long text', gzipSync('a letter '.repeat(1000))],
    ['another archive', null],
  ])("rejects a file that isn't a backup: %s", async (_what, bytes) => {
    const other = [{ name: 'README.md', bytes: Buffer.from('# Read me') }]
    expect(await refusal(bytes ? checkBytes(bytes) : checkEntries(other))).toMatch(
      /is not a backup of Paripassu|is cut short|is damaged/,
    )
  })
})

it('leaves the database empty if the archive changes between the check and the restore', async () => {
  const place = await makeEmptyPlace()
  try {
    const file = path.join(folder, 'changed.tar.gz')
    const users = entries.findIndex(({ name }) => name.startsWith('tables/users/'))
    const entry = entries[users]
    if (!entry) throw new Error('There is no table of people')
    const bytes = Buffer.from(entry.bytes.toString().replaceAll('Lena', 'Lina'))
    expect(bytes.equals(entry.bytes)).toBe(false)
    await writeEntries(file, entries.with(users, { ...entry, bytes }))
    const { db, store } = place
    const parts = { db, store, say: () => {}, signal: new AbortController().signal }
    await expect(restoreBackup(parts, file, manifest)).rejects.toThrow(
      "the table users doesn't match its hash",
    )
    expect(await place.tables()).toEqual([])
  } finally {
    await place.close()
  }
})
