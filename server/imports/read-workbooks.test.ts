import { rawRow, rawWorkbook } from '#test/support/raw-workbook.ts'
import { expect, it } from 'vitest'
import { describeColumns, placeColumns } from './columns-of-file.ts'
import { readTable } from './read-file.ts'

const headers = rawRow(1, ['Title', 'Borrower', 'Amount', 'Rate', 'Term'])
const loan = (row: number, title: string, attributes = '') =>
  rawRow(row, [title, 'Pier Four LLC', 5_000_000, 7.25, 24], attributes)
const sheetOf = (...rows: string[]) => ({ name: 'Loans', rows: headers + rows.join('') })

it('lists each workbook cell that has an error or a formula without a stored result', async () => {
  const bad = rawRow(2, [
    ...['A', '<c r="B2" t="e"><v>#REF!</v></c>', '<c r="C2"><f>A1*2</f><v></v></c>'],
    ...['<c r="D2"><f>1+1</f></c>', '<c r="E2" t="str"><f>""</f><v></v></c>'],
  ])
  const { rows } = await readTable(await rawWorkbook({ sheets: [sheetOf(bad)] }))
  expect(rows[0]?.problems).toEqual({
    1: 'B2 has the error #REF!. Correct its formula, or clear the cell.',
    2: 'C2 has a formula without its result. Open the file in Excel and save it.',
    3: 'D2 has a formula without its result. Open the file in Excel and save it.',
  })
})

it('lists each workbook cell that is formatted in a currency other than US dollars', async () => {
  const formats = ['#,##0 [$€-407]', '[$$-409]#,##0', '0.00%']
  const cells = ['<c r="C2" s="1"><v>950000</v></c>', '<c r="D2" s="3"><v>0.0725</v></c>']
  const file = await rawWorkbook({
    ...{ formats, sheets: [sheetOf(rawRow(2, ['A', 'B', ...cells, '24']))] },
  })
  const { rows } = await readTable(file)
  expect(rows[0]?.cells).toEqual(['A', 'B', '950000', '7.25%', '24'])
  expect(rows[0]?.problems).toEqual({
    2: 'C2 is in another currency: €. Amounts are US dollars.',
  })
})

it("multiplies a workbook's numbers by 100 only if the number format is a percentage", async () => {
  const formats = ['0.00"%"', '0.00%', String.raw`0.00\%`, '0.00;-0.00%']
  const cells = formats.map(
    (_format, at) => `<c r="${'ABCD'[at]}2" s="${at + 1}"><v>${at === 1 ? 0.0725 : 7.25}</v></c>`,
  )
  const file = await rawWorkbook({
    ...{ formats, sheets: [{ name: 'Loans', rows: headers + rawRow(2, cells) }] },
  })
  expect((await readTable(file)).rows[0]?.cells).toEqual([...['7.25', '7.25%', '7.25', '7.25', '']])
})

it("reads a workbook's first visible sheet or a selected sheet, and lists all sheet names", async () => {
  const file = await rawWorkbook({
    sheets: [
      { ...sheetOf(loan(2, 'Old')), name: 'Old', state: 'hidden' },
      { ...sheetOf(loan(2, 'Older')), name: 'Older', state: 'veryHidden' },
      { ...sheetOf(loan(2, 'Now')), name: 'Now' },
      { ...sheetOf(loan(2, 'Next')), name: 'Next' },
    ],
  })
  const titleIn = async (sheet?: string) => (await readTable(file, { sheet })).rows[0]?.cells[0]
  expect(await titleIn()).toBe('Now')
  expect(await titleIn('Next')).toBe('Next')
  expect(await titleIn('Old')).toBe('Old')
  await expect(titleIn('Nowhere')).rejects.toThrow('has no sheet "Nowhere"')
  const { sheet, sheets } = await readTable(file)
  expect([sheet, ...sheets.map(({ name, isHidden }) => `${name} ${isHidden}`)]).toEqual([
    ...['Now', 'Old true', 'Older true', 'Now false', 'Next false'],
  ])
})

it("lists the other sheets if a workbook's first sheet is blank", async () => {
  const sheets = [{ name: 'Cover', rows: '' }, sheetOf(loan(2, 'A'))]
  const file = await rawWorkbook({ sheets })
  expect(await readTable(file)).toMatchObject({ sheet: 'Cover', headers: [], rows: [] })
  expect((await readTable(file, { sheet: 'Loans' })).rows).toHaveLength(1)
})

it('counts the hidden rows of a workbook and skips them on request', async () => {
  const rows = [loan(2, 'A'), loan(3, 'B', 'hidden="1"'), loan(4, 'C', 'hidden="true"')]
  const file = await rawWorkbook({ sheets: [sheetOf(...rows)] })
  const titles = async (skipHidden: boolean) => {
    const table = await readTable(file, { skipHidden })
    return [table.hiddenRows, ...table.rows.map(({ cells }) => cells[0])]
  }
  expect(await titles(false)).toEqual([2, 'A', 'B', 'C'])
  expect(await titles(true)).toEqual([2, 'A'])
})

it('lists the hidden columns of a workbook and reads them', async () => {
  const columns = '<col min="2" max="3" hidden="1"/><col min="6" max="16384" hidden="1"/>'
  const table = await readTable(
    await rawWorkbook({ sheets: [{ ...sheetOf(loan(2, 'A')), columns }] }),
  )
  const found = describeColumns(table, placeColumns('loans', table, {}))
  expect(found.map(({ header, isHidden }) => `${header} ${isHidden}`)).toEqual([
    ...['Title false', 'Borrower true', 'Amount true', 'Rate false', 'Term false'],
  ])
  expect(found[1]).toMatchObject({ field: 'borrowerName', sample: 'Pier Four LLC' })
})

it('finds the header row of an import below a title, or uses the selected row', async () => {
  const rows = [['Pipeline as of 9/30'], ['Title', 'Borrower'], ['A', 'B'], ['C', 'D']]
  const file = Buffer.from(rows.map((row) => row.join()).join('\n\n'))
  expect(await readTable(file)).toMatchObject({ headerRow: 3, headers: ['Title', 'Borrower'] })
  const chosen = await readTable(file, { headerRow: 5 })
  expect([chosen.headers, chosen.rows.map(({ cells }) => cells)]).toEqual([
    ...[['A', 'B'], [['C', 'D']]],
  ])
  await expect(readTable(file, { headerRow: 2 })).rejects.toThrow("Row 2 can't contain the headers")
})

it('reads a workbook whose main XML file has an unusual name', async () => {
  const sheets = [sheetOf(loan(2, 'A'))]
  for (const mainPart of ['xl/workbook2.xml', 'office/book.xml']) {
    const { rows } = await readTable(await rawWorkbook({ mainPart, sheets }))
    expect(rows[0]?.cells[0], mainPart).toBe('A')
  }
})

it('reads a date cell in ISO format', async () => {
  const cell = '<c r="A2" t="d"><v>2026-03-31T14:30:00</v></c>'
  const { rows } = await readTable(await rawWorkbook({ sheets: [sheetOf(rawRow(2, [cell]))] }))
  expect(rows[0]?.cells[0]).toBe('2026-03-31T14:30:00')
})

it.each([
  ['a web page', '<html><body><table><tr><td>Title</td></tr></table></body></html>'],
  ['XML', '<?xml version="1.0"?>\n<Workbook>\n<Row/>\n</Workbook>'],
  ['JSON', '[{"title":"Kiln Yard"}]'],
  ['JSON after a byte order mark', '\ufeff{ "loans": [] }'],
])('rejects %s as an import file', async (_what, text) => {
  await expect(readTable(Buffer.from(text))).rejects.toThrow("This isn't a CSV or XLSX file.")
})

it('rejects a CSV file with an unclosed quotation mark', async () => {
  const text = 'Title,Borrower\nA,B\n"C,D\nE,F'
  await expect(readTable(Buffer.from(text))).rejects.toThrow(
    "A quotation mark in row 3 isn't closed",
  )
})
