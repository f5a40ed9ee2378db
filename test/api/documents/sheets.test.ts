/** Workbooks shown sheet by sheet, with the same access rules and audit entries as downloads. */
import { makeZip } from 'client-zip'
import { writeXlsx } from 'hucre/xlsx'
import { rawRow, rawWorkbook } from '#test/support/raw-workbook.ts'
import { readZip } from '#test/support/zip.ts'
import { expect, it } from 'vitest'
import { spreadsheetType } from '#domain/documents/files.ts'
import type { Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'

const { desk, olga, lena } = await openDeskWithPeople()

const workbook = async (sheets: Parameters<typeof writeXlsx>[0]['sheets']) =>
  Buffer.from(await writeXlsx({ sheets }))

const rentRoll = await workbook([
  {
    name: 'Units',
    rows: [
      ['Unit', 'Rent', 'Occupied', 'Since'],
      ['1A', 1425.5, 0.955, new Date('2026-03-05T00:00:00Z')],
      [null, null, null, null],
      ['Total', 1425.5, null, null],
    ],
    columns: [{}, { numFmt: '"$"#,##0.00' }, { numFmt: '0.0%' }, { numFmt: 'yyyy-mm-dd' }],
  },
  { name: 'Secret', rows: [['Reserve price', 9]], hidden: true },
  { name: 'Notes', rows: [['Roof replaced in 2024']] },
])

const addWorkbook = async (bytes: Buffer, fields: object = {}) =>
  desk.makeDocument(await desk.makeLoan(fields), {
    ...{ filename: 'Rent Roll.xlsx', fileType: spreadsheetType, bytes },
  })
/** Replaces the XML of a workbook's first sheet. */
async function withSheet(file: Buffer, xml: string): Promise<Buffer> {
  const parts = (await readZip(file)).map(({ name, bytes }) => ({
    name,
    input: name.endsWith('sheet1.xml') ? xml : bytes,
  }))
  return Buffer.from(await new Response(makeZip(parts)).arrayBuffer())
}
const show = (who: Person, id: string, sheet?: string) =>
  who.call('getDocumentSheet', { params: { id }, query: sheet === undefined ? {} : { sheet } })
const refusal = (who: Person, id: string, sheet?: string) =>
  who.refusal('getDocumentSheet', { params: { id }, query: sheet === undefined ? {} : { sheet } })

it("shows the visible sheets of a workbook with the workbook's number formats", async () => {
  const { id } = await addWorkbook(rentRoll)
  expect(await show(lena, id)).toEqual({
    sheets: ['Units', 'Notes'],
    sheet: 'Units',
    rows: [
      ['Unit', 'Rent', 'Occupied', 'Since'],
      ['1A', '$1,425.50', '95.5%', '2026-03-05'],
      ['', '', '', ''],
      ['Total', '$1,425.50', '', ''],
    ],
    isCut: 'false',
  })
  expect(await show(lena, id, 'Notes')).toMatchObject({ rows: [['Roof replaced in 2024']] })
})

/** The format of Excel's Accounting button. */
const accounting = '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)'
const day = (text: string) => new Date(`${text}T00:00:00Z`)

const formatted: [value: number | Date, format: string, shown: string][] = [
  [0, accounting, '$-'],
  [1234.5, accounting, '$1,234.50'],
  [-1234.5, accounting, '$(1,234.50)'],
  [-5, '[Red](#,##0)', '-(5)'],
  [-1234.5, '$#,##0.00;[Red]$#,##0.00', '-$1,234.50'],
  [-1234.5, '#,##0_);[Red](#,##0)', '(1,235)'],
  [-5, '0" up";0" down"', '5 down'],
  [-5, '0;;0', ''],
  [14_250_000, '$#,##0.0,,"M"', '$14.3M'],
  [0.071_25, '0.00%', '7.13%'],
  [1.005, '0.00', '1.01'],
  [1.32, '0.00"x"', '1.32x'],
  [1.5, 'General"x"', '1.5x'],
  [0.8, '[<1]0.00"x";0.0"x"', '0.80x'],
  [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
  [1234.5, '[$CHF-807] #,##0.00', 'CHF 1,234.50'],
  [2903, '00000', '02903'],
  [7.25, '# ??/??', '7  1/4'],
  [day('2026-12-05'), 'mmm-yy', 'Dec-26'],
  [day('2026-12-05'), '[$-407]d. mmmm yyyy', '5. Dezember 2026'],
  [new Date('1900-01-01T02:30:00Z'), '[h]:mm', '26:30'],
  [5, '[', '5'],
]

it('shows figures as spreadsheet programs format them', async () => {
  const { id } = await addWorkbook(
    await workbook([
      {
        name: 'Figures',
        rows: [formatted.map(([value]) => value)],
        columns: formatted.map(([, numFmt]) => ({ numFmt })),
      },
    ]),
  )
  expect((await show(lena, id)).rows).toEqual([formatted.map(([, , shown]) => shown)])
})

it('counts elapsed time from the first day of the calendar of a workbook', async () => {
  const file = await writeXlsx({
    dateSystem: '1904',
    sheets: [
      {
        name: 'Hours',
        rows: [[new Date('1904-01-02T02:30:00Z'), day('2026-12-05')]],
        columns: [{ numFmt: '[h]:mm' }, { numFmt: 'yyyy-mm-dd' }],
      },
    ],
  })
  const { id } = await addWorkbook(Buffer.from(file))
  expect(await show(lena, id)).toMatchObject({ rows: [['26:30', '2026-12-05']] })
})

it('returns 404 for a hidden or unknown sheet, and records no view', async () => {
  const { id } = await addWorkbook(rentRoll)
  for (const name of ['Secret', 'Nowhere'])
    expect(await refusal(lena, id, name), name).toBe('404: The sheet was not found')
  expect(await desk.rows('select from audit where object_id = $1', [id])).toEqual([])
})

it('shows a workbook whose main part has an unusual name', async () => {
  const rows = rawRow(1, ['Unit', 'Rent']) + rawRow(2, ['1A', 1425])
  for (const mainPart of ['xl/workbook2.xml', 'office/book.xml']) {
    const file = await rawWorkbook({ mainPart, sheets: [{ name: 'Units', rows }] })
    const { id } = await addWorkbook(file)
    expect(await show(lena, id), mainPart).toMatchObject({ sheets: ['Units'], sheet: 'Units' })
  }
})

it('shows a workbook only to users who may download it', async () => {
  const { id } = await addWorkbook(rentRoll)
  const draft = await addWorkbook(rentRoll, { isDraft: 'true' })
  const pending = await desk.makePending()
  expect(await refusal(pending, id)).toMatch(/^403: /)
  expect(await desk.visitor().refusal('getDocumentSheet', { params: { id } })).toMatch(/^401: /)
  expect(await refusal(lena, draft.id)).toBe('404: The document was not found')
  expect(await show(olga, draft.id)).toMatchObject({ sheet: 'Units' })
})

it('records one view of a workbook in the audit trail, no matter how many sheets are opened', async () => {
  const { id } = await addWorkbook(rentRoll)
  await show(lena, id)
  await show(lena, id, 'Notes')
  const entries = await desk.rows<{ kind: string; actor_id: string }>(
    'select kind, actor_id from audit where object_id = $1',
    [id],
  )
  expect(entries).toEqual([{ kind: 'documentViewed', actor_id: lena.id }])
  const other = await addWorkbook(rentRoll)
  await show(lena, other.id, 'Notes')
  expect(await desk.rows('select from audit where object_id = $1', [other.id])).toHaveLength(1)
})

it('truncates a sheet after 2,000 rows and 100 columns, and reports that it is incomplete', async () => {
  const tall = await workbook([
    { name: 'Tall', rows: Array.from({ length: 2001 }, (_, row) => [row + 1]) },
    { name: 'Wide', rows: [Array.from({ length: 101 }, (_, column) => column + 1)] },
    { name: 'Full', rows: Array.from({ length: 2000 }, (_, row) => [row + 1]) },
  ])
  const { id } = await addWorkbook(tall)
  const first = await show(lena, id)
  expect([first.rows.length, first.rows.at(-1), first.isCut]).toEqual([2000, ['2000'], 'true'])
  const wide = await show(lena, id, 'Wide')
  expect([wide.rows[0]?.length, wide.isCut]).toEqual([100, 'true'])
  const full = await show(lena, id, 'Full')
  expect([full.rows.length, full.isCut]).toEqual([2000, 'false'])
})

it('reports that a sheet is incomplete if its only value is beyond the limits', async () => {
  const cell = (reference: string) => `<c r="${reference}"><v>7</v></c>`
  const { id } = await addWorkbook(
    await rawWorkbook({
      sheets: [
        { name: 'Low', rows: `<row r="1048576">${cell('A1048576')}</row>` },
        { name: 'Right', rows: `<row r="1">${cell('XFD1')}</row>` },
        { name: 'Last', rows: `<row r="2000">${cell('CV2000')}</row>` },
        { name: 'Blank', rows: '<row r="3000"><c r="A3000"/></row>' },
      ],
    }),
  )
  for (const name of ['Low', 'Right'])
    expect(await show(lena, id, name), name).toMatchObject({ rows: [], isCut: 'true' })
  const last = await show(lena, id, 'Last')
  expect([last.rows.length, last.rows[1999]?.[99], last.isCut]).toEqual([2000, '7', 'false'])
  expect(await show(lena, id, 'Blank')).toMatchObject({ rows: [], isCut: 'false' })
})

it('returns an error for the sheets of a file that is missing, damaged, or not a workbook', async () => {
  const pdf = await desk.makeDocument(await desk.makeLoan())
  expect(await refusal(lena, pdf.id)).toBe('404: The document was not found')
  const damaged = await addWorkbook(rentRoll.subarray(0, 300))
  expect(await refusal(lena, damaged.id)).toMatch(/^400: This workbook can't be shown/)
  expect(await desk.rows('select from audit where object_id = $1', [damaged.id])).toEqual([])
  const sound = await rawWorkbook({ sheets: [{ name: 'Units', rows: rawRow(1, ['Unit']) }] })
  for (const part of ['This is not XML', '<html><p>Not found</p></html>', '<worksheet><she'])
    expect(await refusal(lena, (await addWorkbook(await withSheet(sound, part))).id), part).toMatch(
      /^400: This workbook can't be shown/,
    )
  const lost = await addWorkbook(rentRoll)
  await desk.store.delete(lost.fileUrl)
  expect(await refusal(lena, lost.id)).toBe('404: The file was not found')
})
