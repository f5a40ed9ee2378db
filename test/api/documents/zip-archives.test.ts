import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeFileName } from '#domain/documents/names.ts'
import { writeZip, zipLength, type ZipEntry } from '#server/documents/send.ts'
import { readZip } from '#test/support/zip.ts'

const entry = (
  name: string,
  chunks: readonly Uint8Array[],
  sizeBytes = sizeOf(chunks),
): ZipEntry => ({
  name,
  sizeBytes,
  modifiedAt: new Date('2026-11-21T04:24:06Z'),
  open: async () =>
    (async function* () {
      yield* chunks
    })(),
})
const sizeOf = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0)

it('writes each file to an archive under its name, byte for byte, with the announced length', async () => {
  const files = fc.array(
    fc.record({
      name: fc.string({ unit: 'grapheme' }).map((name) => safeFileName(name)),
      chunks: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
    }),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(files, async (contents) => {
      const entries = contents.map(({ name, chunks }) => entry(name, chunks))
      const archive = await buffer(writeZip(entries))
      expect(archive.length).toBe(zipLength(entries))
      expect(await readZip(archive)).toEqual(
        contents.map(({ name, chunks }) => ({ name, bytes: Buffer.concat(chunks) })),
      )
    }),
  )
})

it('fails to write an archive if a file is longer or shorter than announced', async () => {
  const chunks = [Buffer.from('four')]
  for (const announced of [3, 5])
    await expect(buffer(writeZip([entry('a.pdf', chunks, announced)]))).rejects.toThrow('bytes')
})

it('fails to write an archive if a file is missing', async () => {
  const gone = { ...entry('a.pdf', []), open: () => Promise.reject(new Error('The file is gone')) }
  await expect(buffer(writeZip([gone]))).rejects.toThrow('The file is gone')
})

function watchedFiles(names: readonly string[]) {
  const events: string[] = []
  const read = { chunks: 0 }
  const entries = names.map((name) => ({
    ...entry(name, [], Number.MAX_SAFE_INTEGER),
    open: async () => {
      events.push(`opens ${name}`)
      return (async function* () {
        try {
          for (;;) {
            read.chunks += 1
            yield Buffer.alloc(65_536)
          }
        } finally {
          events.push(`closes ${name}`)
        }
      })()
    },
  }))
  return { entries, events, read }
}

it('reads the files for an archive one at a time and only as fast as the archive is sent', async () => {
  const { entries, events, read } = watchedFiles(['a', 'b'])
  const archive = writeZip(entries)
  for (let taken = 0; taken < 10; taken += 1) {
    await once(archive, 'readable')
    archive.read()
  }
  expect(events).toEqual(['opens a'])
  expect(read.chunks).toBeLessThan(20)
  archive.destroy()
})

it('closes the current file and opens no other file when the client aborts the download of an archive', async () => {
  const { entries, events } = watchedFiles(['a', 'b'])
  const archive = writeZip(entries)
  for await (const _chunk of archive) if (events.length > 0) break
  expect(archive.destroyed).toBe(true)
  await expect.poll(() => events).toEqual(['opens a', 'closes a'])
})

it('uses ZIP64 fields only for files that begin beyond 4 GiB', async () => {
  const huge = { ...entry('a', []), sizeBytes: 3_000_000_000 }
  const small = zipLength([entry('a', []), entry('b', []), entry('c', [])])
  // The third file and the directory begin beyond 4 GiB, so the archive needs a 12-byte extra field, and 56 and 20 more
  // bytes at the end.
  const names = ['a', 'b', 'c'].map((name) => ({ ...huge, name }))
  expect(zipLength(names)).toBe(small + 9_000_000_000 + 12 + 56 + 20)
})
