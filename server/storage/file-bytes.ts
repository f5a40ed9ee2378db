/** Detects a stored file's type from its bytes. The name and the declared type are ignored. */
import { photoTypes, type DocumentType } from '#domain/documents/files.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StoreAwayError, type ByteRange, type FileStore } from './storage.ts'

const word = 'application/msword'
const excel = 'application/vnd.ms-excel'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface FileAtRest {
  store: FileStore
  path: string
  sizeBytes: number
}

/**
 * Returns the accepted types that match the bytes. Usually, one type matches. Other content matches none, and an old
 * Office file that embeds the other type matches two.
 */
export async function typesOfBytes(file: FileAtRest): Promise<DocumentType[]> {
  const mime = (await signature(file)) ?? (await pdfAfterLeadingBytes(file))
  if (mime === 'application/x-cfb') return typesOfCompound(file)
  if (mime === 'application/zip' || mime === docx || mime === xlsx) return typesOfZip(file, mime)
  if (mime === 'image/apng') return ['image/png']
  const plain: readonly DocumentType[] = ['application/pdf', ...photoTypes]
  return plain.filter((type) => type === mime)
}

async function signature(file: FileAtRest): Promise<string | undefined> {
  const { FileTypeParser } = await import('file-type/node')
  const stream = await open(file)
  const found = await new FileTypeParser().fromStream(stream).catch(() => undefined)
  // If reading failed, the type is unknown rather than wrong.
  if (stream.errored) throw new StoreAwayError('The file was cut off', { cause: stream.errored })
  stream.destroy()
  return found?.mime
}

/** PDF readers accept this many bytes before the header. For example, mail gateways and printers add a line there. */
const maxBytesBeforeHeader = 1024

async function pdfAfterLeadingBytes(file: FileAtRest): Promise<'application/pdf' | undefined> {
  const header = '%PDF-'
  const end = maxBytesBeforeHeader + header.length - 1
  const start = await buffer(await open(file, { start: 0, end }))
  return start.includes(header, 0, 'latin1') ? 'application/pdf' : undefined
}

const open = async ({ store, path }: FileAtRest, range?: ByteRange) =>
  (await store.read(path, range))?.stream ?? Readable.from([])

const entryBytes = 128

/**
 * Old Word and Excel files are small file systems, which differ in the name of the main stream. A directory entry has
 * 128 bytes and starts at a multiple of 128. It contains the UTF-16 name, the name's length with the terminating zero
 * at 64, and the type at 66 (2 is a stream).
 */
async function typesOfCompound(file: FileAtRest): Promise<DocumentType[]> {
  const found = new Set<DocumentType>()
  let rest = Buffer.alloc(0)
  for await (const chunk of await open(file)) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.length - (bytes.length % entryBytes)
    for (let at = 0; at < whole; at += entryBytes) {
      const type = compoundStreams.get(streamName(bytes, at))
      if (type) found.add(type)
    }
    rest = bytes.subarray(whole)
  }
  return [...found]
}

// This is a Map, because the names come from the file and an object also has inherited keys.
const compoundStreams = new Map<string, DocumentType>([
  ['WordDocument', word],
  ['Workbook', excel],
  ['Book', excel],
])

function streamName(bytes: Buffer, at: number): string {
  const nameBytes = bytes.readUInt16LE(at + 64)
  if (bytes[at + 66] !== 2 || nameBytes < 4 || nameBytes > 64) return ''
  return bytes.toString('utf16le', at, at + nameBytes - 2)
}

const endBytes = 22
const maxCommentBytes = 65_535
const maxNameBytes = 4 * 1024 * 1024

/**
 * Newer Office files are zip files. Some list their contents only in the central directory at the end. Files with
 * macros have a different type, which isn't accepted.
 */
async function typesOfZip(file: FileAtRest, mime: string): Promise<DocumentType[]> {
  const names = await zipNames(file)
  if (!names.has('[Content_Types].xml')) return []
  if ([...names].some((name) => name.endsWith('vbaProject.bin'))) return []
  if (mime === docx || names.has('word/document.xml')) return [docx]
  return mime === xlsx || names.has('xl/workbook.xml') ? [xlsx] : []
}

async function zipNames(file: FileAtRest): Promise<Set<string>> {
  const names = new Set<string>()
  const tail = await buffer(await open(file, { last: endBytes + maxCommentBytes }))
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + endBytes > tail.length) return names
  const sizeBytes = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (sizeBytes === 0 || sizeBytes > maxNameBytes || start + sizeBytes > file.sizeBytes)
    return names
  const directory = await buffer(await open(file, { start, end: start + sizeBytes - 1 }))
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) break
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    names.add(directory.toString('utf8', at + 46, nameEnd))
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
