import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const pdfFile = (text = 'An appraisal.') =>
  Buffer.from(
    `%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )

export async function pictureFile(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff',
  width = 64,
  height = 48,
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width, height, channels: 3, background: 'black', noise } as const
  return sharp({ create }).toFormat(format).toBuffer()
}

export function pixelBomb(): Buffer {
  const side = 20_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // The header sets the bitmap to one bit per pixel.
  head[8] = 1
  const rows = Buffer.alloc(side * (1 + side / 8))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const parts = [pngPart('IHDR', head), pngPart('IDAT', deflateSync(rows)), pngPart('IEND')]
  return Buffer.concat([signature, ...parts])
}

function pngPart(name: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

export function bitmapFile(width = 4, height = 4): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 0x7f)
  const head = Buffer.alloc(54)
  head.write('BM', 'latin1')
  head.writeUInt32LE(head.length + pixels.length, 2)
  head.writeUInt32LE(head.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(32, 28)
  return Buffer.concat([head, pixels])
}

const mainParts = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
} as const

/** Returns a Word or Excel file. The content types are the first entry, as in Office's files, or the last entry. */
export function officeFile(
  kind: keyof typeof mainParts,
  { typesLast = false, more = {} }: { typesLast?: boolean; more?: Record<string, string> } = {},
): Buffer {
  const [part, type] = mainParts[kind]
  const types = `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`
  const first = { '[Content_Types].xml': types }
  const rest = { [part]: '<?xml version="1.0"?><x/>', ...more }
  return zipFile(typesLast ? { ...rest, ...first } : { ...first, ...rest })
}

function zipFile(entries: Record<string, string>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), bytes])
    local.push(entry)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
        common.subarray(0, 26),
        tail,
        Buffer.from(name),
      ]),
    )
    offset += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

export function compoundFile(...streams: string[]): Buffer {
  const head = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  const entries = ['Root Entry', ...streams].map((name, index) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry[66] = index === 0 ? 5 : 2
    return entry
  })
  return Buffer.concat([head, ...entries, Buffer.alloc(1024)])
}

const html = Buffer.from('<!doctype html><title>x</title><script>alert(document.cookie)</script>')

/** Programs, web pages, and other files that the server rejects regardless of their file names. */
export const imposters: Record<string, Buffer> = {
  'a page': html,
  'a drawing that runs scripts': Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ),
  'a Windows program': Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(300)]),
  'a Linux program': Buffer.concat([
    Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
    Buffer.alloc(300),
  ]),
  'a script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
  'plain text': Buffer.from('Nothing to see here, but many words.\n'.repeat(20)),
  'a page after a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), html]),
  zeros: Buffer.alloc(2000),
  'an archive': zipFile({ 'a.txt': 'a' }),
  'a program of Java': zipFile({ 'META-INF/MANIFEST.MF': 'Main-Class: X' }),
  'a Word file with macros': officeFile('docx', {
    typesLast: true,
    more: { 'word/vbaProject.bin': 'x' },
  }),
  'an old file of no known program': compoundFile('PowerPoint Document'),
}
