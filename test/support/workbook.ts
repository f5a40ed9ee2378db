import { readXlsx, type CellStyle, type CellValue, type Sheet } from 'hucre/xlsx'
import { inflateRawSync } from 'node:zlib'

interface ReadCell {
  value: CellValue
  style: CellStyle | undefined
}

export interface ReadSheet extends Pick<
  Sheet,
  'name' | 'rows' | 'freezePane' | 'columns' | 'pageSetup'
> {
  cell: (reference: string) => ReadCell
}

export async function readWorkbook(bytes: Uint8Array): Promise<ReadSheet[]> {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return sheets.map((sheet) => ({ ...sheet, cell: (reference) => cellOf(sheet, reference) }))
}

function cellOf({ rows, cells }: Sheet, reference: string): ReadCell {
  const row = Number(reference.slice(1)) - 1
  const column = reference.charCodeAt(0) - 'A'.charCodeAt(0)
  return {
    value: rows[row]?.[column] ?? null,
    style: cells?.get(`${row},${column}`)?.style,
  }
}

export function fileInZip(archive: Buffer, name: string): string {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let entry = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(entry) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      archive.readUInt16LE(entry + at),
    ) as [number, number, number]
    const entryName = archive.toString('utf8', entry + 46, entry + 46 + nameLength)
    if (entryName === name) {
      const at = archive.readUInt32LE(entry + 42)
      const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
      const bytes = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
      return (archive.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes)).toString()
    }
    entry += 46 + nameLength + extraLength + commentLength
  }
  throw new Error(`The archive has no ${name}`)
}
