import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { readBody, readTable } from './read-file.ts'

const utf8 = (text: string) => Buffer.from(text)
const cellsOf = async (file: Buffer) => (await readTable(file)).rows.map(({ cells }) => cells)

it.each([
  ['commas, with quotes', 'Title,Amount\r\n"A, ""B""","1,000"\r\n'],
  ['semicolons', 'Title;Amount\nA, "B";1,000\n'],
  ['tabs', 'Title\tAmount\nA, "B"\t1,000'],
  ['a separator named in the file', 'sep=|\r\nTitle|Amount\r\nA, "B"|1,000'],
  ['semicolons after a byte order mark', '\ufeffTitle;Amount\r\nA, "B";1,000'],
])('parses an import file with values separated by %s', async (_what, text) => {
  expect(await readTable(utf8(text))).toMatchObject({
    headers: ['Title', 'Amount'],
    rows: [{ cells: ['A, "B"', '1,000'] }],
  })
})

it('reads import files in UTF-8, Windows-1252, and UTF-16', async () => {
  const text = 'Title;Note\nCafé – 5 €;“yes”'
  const windows = Buffer.from('Title;Note\nCaf\xe9 \x96 5 \x80;\x93yes\x94', 'latin1')
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  for (const file of [utf8(text), windows, utf16])
    expect(await cellsOf(file)).toEqual([['Café – 5 €', '“yes”']])
})

it('numbers import rows as spreadsheets do, including blank rows and quoted line breaks', async () => {
  const { rows } = await readTable(utf8('Title,Amount\n\n"two\nlines",1\n,\nlast,2\n'))
  expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [3, 'two\nlines'],
    [5, 'last'],
  ])
})

async function workbook(rows: (string | number | boolean | Date | null)[][], percentAt?: string) {
  const cells = new Map([
    ['1,1', { value: 3, type: 'formula' as const, formula: '1+2', formulaResult: 3 }],
    ...(percentAt ? [[percentAt, { value: 0.0725, style: { numFmt: '0.00%' } }] as const] : []),
  ])
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows, cells }] }))
}

it("reads values and formula results from a workbook's first sheet", async () => {
  const file = await workbook(
    [
      ['Text', 'Formula', 'Rate', 'Figure', 'Flag'],
      ['=1+1', 3, 0.0725, 1250000.1, true],
      [null, null, null, null, null],
      ['b', null, 7.25, 0.1 + 0.2, false],
    ],
    '1,2',
  )
  const { headers, rows } = await readTable(file)
  expect(headers).toEqual(['Text', 'Formula', 'Rate', 'Figure', 'Flag'])
  expect(rows).toEqual([
    { row: 2, cells: ['=1+1', '3', '7.25%', '1250000.1', 'true'], numbers: [1, 2, 3] },
    { row: 4, cells: ['b', '', '7.25', '0.3', 'false'], numbers: [2, 3] },
  ])
})

it('converts invalid dates and unpaired surrogates in a workbook to text that the database accepts', async () => {
  const rows = [
    ['Date', 'Half', 'Whole'],
    [9e99, '_xD800_', '😀'],
  ]
  const cells = new Map([['1,0', { value: 9e99, style: { numFmt: 'yyyy-mm-dd' } }]])
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows, cells }] }))
  expect(await cellsOf(file)).toEqual([['Invalid Date', '\ufffd', '😀']])
})

it('truncates import headings to 200 characters, because error messages repeat them', async () => {
  const { headers } = await readTable(utf8(`Title,${'x'.repeat(9_000_000)}\na,b`))
  expect(headers).toEqual(['Title', 'x'.repeat(200)])
})

it('truncates import headings without splitting a character or leaving a trailing space', async () => {
  const start = 'x'.repeat(199)
  const { headers } = await readTable(utf8(`${start}😀,${start} y\na,b`))
  expect(headers).toEqual([`${start}\ufffd`, start])
})

it.each([
  ['a PDF', utf8('%PDF-1.7\nTitle,Amount')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['an archive that is no workbook', zipOf('hello.txt', utf8('hello'))],
  ['a damaged workbook', Buffer.from('PK\x03\x04 and no more', 'latin1')],
])('shows a readable message when it rejects %s as an import file', async (_what, file) => {
  await expect(readTable(file)).rejects.toThrow("This isn't a CSV or XLSX file.")
})

it('rejects an older Excel file, an empty file, and a file without rows', async () => {
  const older = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  await expect(readTable(older)).rejects.toThrow('Save it as XLSX without a password')
  await expect(readTable(utf8(' \n\n '))).rejects.toThrow('The file is empty')
  await expect(readTable(utf8('Title,Amount\n,\n'))).rejects.toThrow('no rows below them')
})

it('rejects an import with too many rows or columns', async () => {
  const rows = `Title\n${'a\n'.repeat(5_000)}`
  expect((await readTable(utf8(rows))).rows).toHaveLength(5_000)
  await expect(readTable(utf8(`${rows}a`))).rejects.toThrow('more than 5,000 rows')
  const long = utf8(`Title\na\n${'\n'.repeat(100_000)}`)
  await expect(readTable(long)).rejects.toThrow('more than 100,000 rows')
  const wide = utf8(`${Array(101).fill('a').join()}\n1`)
  await expect(readTable(wide)).rejects.toThrow('more than 100 columns')
})

it('rejects a workbook that would expand to more than 50 MB, without unpacking it', async () => {
  const bomb = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(60 * 1024 ** 2, ' '))
  expect(bomb.length).toBeLessThan(1024 ** 2)
  await expect(readTable(bomb)).rejects.toThrow('larger than 50 MB')
})

it("rejects a workbook with an entry that is larger than declared in the archive's directory", async () => {
  const file = await workbook([['Title'], ['a']])
  const entryAt = file.lastIndexOf('xl/worksheets/sheet1.xml', undefined, 'latin1') - 46
  file.writeUInt32LE(file.readUInt32LE(entryAt + 24) - 1, entryAt + 24)
  await expect(readTable(file)).rejects.toThrow("This isn't a CSV or XLSX file.")
})

it('rejects an import larger than 10 MB while the file is being received', async () => {
  const body = Readable.from(Array(11).fill(Buffer.alloc(1024 ** 2)))
  await expect(readBody(body)).rejects.toThrow('must be at most 10 MB')
})

function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(name.length, 22)
  const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, utf8(name), packed])
  const mark = Buffer.from('PK\x01\x02\x14\0', 'latin1')
  const directory = Buffer.concat([mark, head, Buffer.alloc(14), utf8(name)])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(file.length, 16)
  return Buffer.concat([file, directory, end])
}
