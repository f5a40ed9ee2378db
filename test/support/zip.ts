/** A zip archive as programs read it: its directory at the end, and each file where that says. */
import { crc32 } from 'node:zlib'

export interface ZippedFile {
  name: string
  bytes: Buffer
}

/** The files of an archive whose files are stored; throws when any part of it is wrong. */
export function readZip(archive: Buffer): ZippedFile[] {
  const end = archive.length - 22
  expectMark(archive, end, 0x0605_4b50)
  let at = archive.readUInt32LE(end + 16)
  const files = Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expectMark(archive, at, 0x0201_4b50)
    const [crc, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)]
    const nameLength = archive.readUInt16LE(at + 28)
    const start = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + archive.readUInt16LE(at + 30)
    expectMark(archive, start, 0x0403_4b50)
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const bytes = archive.subarray(from, from + size)
    if (crc32(bytes) !== crc) throw new Error(`The checksum of ${name} is wrong`)
    expectMark(archive, from + size, 0x0807_4b50)
    return { name, bytes }
  })
  if (at !== end) throw new Error('The directory has another length than its end says')
  return files
}

function expectMark(archive: Buffer, at: number, mark: number) {
  if (archive.readUInt32LE(at) !== mark) throw new Error(`No mark of the format at ${at}`)
}
