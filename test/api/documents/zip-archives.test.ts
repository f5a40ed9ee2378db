import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeZip, zipLength, type ZipEntry } from '#server/documents/zip.ts'
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

async function write(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

it('holds each file under its name, byte for byte, and is as long as announced', async () => {
  const files = fc.array(
    fc.record({
      name: fc.string({ minLength: 1, unit: 'grapheme' }),
      chunks: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
    }),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const entries = given.map(({ name, chunks }) => entry(name, chunks))
      const archive = await write(entries)
      expect(archive.length).toBe(zipLength(entries))
      expect(readZip(archive)).toEqual(
        given.map(({ name, chunks }) => ({ name, bytes: Buffer.concat(chunks) })),
      )
    }),
  )
})

it('fails rather than hold a file that has changed its length', async () => {
  const chunks = [Buffer.from('four')]
  for (const announced of [3, 5])
    await expect(write([entry('a.pdf', chunks, announced)])).rejects.toThrow('bytes')
})

it('asks for the next file only when the one before is written', async () => {
  const opened: string[] = []
  const entries = ['a', 'b'].map((name) => ({
    ...entry(name, [Buffer.from(name)]),
    open: async () => {
      opened.push(name)
      return entry(name, [Buffer.from(name)]).open()
    },
  }))
  const archive = writeZip(entries)
  await archive.next()
  await archive.next()
  expect(opened).toEqual(['a'])
})

it('has the fields of ZIP64 for files that begin beyond 4 GiB, and only for these', async () => {
  const huge = { ...entry('a', []), sizeBytes: 3_000_000_000 }
  const small = zipLength([entry('a', []), entry('b', []), entry('c', [])])
  // The third file and the directory begin beyond 4 GiB: 12 bytes of extra field, 56 and 20 at the end.
  const names = ['a', 'b', 'c'].map((name) => ({ ...huge, name }))
  expect(zipLength(names)).toBe(small + 9_000_000_000 + 12 + 56 + 20)
})
