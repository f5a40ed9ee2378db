import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

export interface ZippedFile {
  name: string
  bytes: Buffer
}

export async function readZip(archive: Buffer): Promise<ZippedFile[]> {
  const zip = await fromBufferPromise(archive)
  const files: ZippedFile[] = []
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong`)
    files.push({ name: entry.fileName, bytes })
  }
  return files
}
