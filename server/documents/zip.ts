/** Streams a zip archive. Files are stored uncompressed, since documents are already compressed. */
import { makeZip, predictLength } from 'client-zip'
import { Readable } from 'node:stream'

export interface ZipEntry {
  name: string
  sizeBytes: number
  modifiedAt: Date
  open: () => Promise<AsyncIterable<Uint8Array>>
}

/** Opens each file when the previous one is written. Fails if its length changed. At most 65,535 files. */
export const writeZip = (entries: readonly ZipEntry[]): Readable =>
  Readable.from(makeZip(filesOf(entries)))

export const zipLength = (entries: readonly ZipEntry[]): number =>
  Number(predictLength(entries.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }))))

async function* filesOf(entries: readonly ZipEntry[]) {
  for (const entry of entries) {
    const input = wholeFile(entry)
    try {
      yield { name: entry.name, lastModified: entry.modifiedAt, input }
    } finally {
      await input.return(undefined)
    }
  }
}

async function* wholeFile({ sizeBytes, open }: ZipEntry): AsyncGenerator<Uint8Array, void> {
  let left = sizeBytes
  for await (const chunk of await open()) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw new Error(`A stored file no longer has ${sizeBytes} bytes`)
}
