import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { fileInZip, readWorkbook } from '#test/support/workbook.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin({ lastName: 'North' })
})
afterAll(async () => {
  expect(desk.errors).toEqual([])
  await desk.close()
})

async function makeBook(title = 'Pier 4 Warehouse') {
  const loan = await desk.makeLoan({ title, amount: '9999999999999.99' })
  const formula = await desk.makeLender({ firstName: '=HYPERLINK("http://evil")', lastName: 'X' })
  const quoted = await desk.makeLender({ firstName: 'Ana "Ace", née', lastName: 'Müller 🏗' })
  await desk.rows('update users set company_name = $2 where id = $1', [formula.id, '=1+1 Bank'])
  await desk.makeCommitment(formula, loan, { percentage: '33' })
  const { id } = await desk.makeCommitment(quoted, loan, { percentage: '10' })
  await olga.call('releaseCommitment', {
    params: { id },
    body: { reason: '-1+1\nsecond line, with a comma' },
  })
  const recorded = await olga.call('recordCommitment', {
    params: { loanId: loan.id },
    body: { loanId: loan.id, lenderId: quoted.id, percentage: '6', isSoftCommit: 'true' },
  })
  const otto = await desk.makeAdmin({ firstName: 'Otto', lastName: 'South' })
  await otto.call('changeCommitmentOnBehalf', {
    params: { id: recorded.id },
    body: { percentage: '7', instructedBy: 'Ana Müller, by phone', instructedOn: '2026-01-05' },
  })
  return { loan, formula, quoted, recorded }
}

const header =
  'Lender,Email,Kind,Status,Share (%),Amount ($),Made (UTC),Recorded by,Ended (UTC),' +
  'Released by,Release reason,Loan amount ($),Interest rate (%),Term (months),Acted by,On the word of,Company,Firm,Person'

describe("a book's CSV export", () => {
  const csvOf = (id: string) => olga.send('exportBookAsCsv', { params: { id } })

  it('exports a row for each position in a book, followed by the totals', async () => {
    const { loan, formula, quoted } = await makeBook()
    const reply = await csvOf(loan.id)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="Book - Pier 4 Warehouse.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const lines = [
      header,
      `"Ana ""Ace"", née Müller 🏗",${quoted.email},Soft,Active,7.00,700000000000.00,TIME,Olga North,,,,9999999999999.99,7.25,24,Otto South,"Ana Müller, by phone on Jan 5, 2026",,,"Ana ""Ace"", née Müller 🏗"`,
      `"'=HYPERLINK(""http://evil"") X",${formula.email},Binding,Active,33.00,3300000000000.00,TIME,,,,,9999999999999.99,7.25,24,,,'=1+1 Bank,,"'=HYPERLINK(""http://evil"") X"`,
      `"Ana ""Ace"", née Müller 🏗",${quoted.email},Binding,Released,10.00,1000000000000.00,TIME,,TIME,Olga North,"'-1+1\nsecond line, with a comma",9999999999999.99,7.25,24,,,,,"Ana ""Ace"", née Müller 🏗"`,
      'Total binding,,,,33.00,3300000000000.00,,,,,,,,,,,,,',
      'Total soft,,,,7.00,700000000000.00,,,,,,,,,,,,,',
      'Total interest (binding + soft),,,,40.00,4000000000000.00,,,,,,,,,,,,,',
      'Available,,,,67.00,6699999999999.99,,,,,,,,,,,,,',
      'Loan,,,,100.00,9999999999999.99,,,,,,,,,,,,,',
    ]
    const timeless = reply.text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    expect(timeless).toBe(`\ufeff${lines.join('\r\n')}\r\n`)
  })

  it('escapes formulas in an exported book, even in locales that separate cells with semicolons', async () => {
    security('1.3.3')
    const loan = await desk.makeLoan()
    const lender = await desk.makeLender({ firstName: 'Ada;=1+1;', lastName: 'Cole;\t@SUM(1)' })
    await desk.makeCommitment(lender, loan)
    const { text } = await csvOf(loan.id)
    expect(text).toContain(`Ada;'=1+1; Cole;\t'@SUM(1),${lender.email}`)
    expect(text).not.toMatch(/;\s*[=+@-]/)
  })

  it('exports headings and totals for an empty book, and creates a valid file name from any title', async () => {
    const loan = await desk.makeLoan({ title: 'A/B: 50% "Ünder" \\ way' })
    const reply = await csvOf(loan.id)
    expect(reply.text.split('\r\n')).toHaveLength(7)
    expect(reply.headers['content-disposition']).toBe(
      'attachment; filename="Book - A-B: 50_ __nder_ - way.csv"; ' +
        `filename*=UTF-8''Book%20-%20A-B%3A%2050%25%20%22%C3%9Cnder%22%20-%20way.csv`,
    )
  })
})

const headerStyle = (horizontal: 'left' | 'right') => ({
  font: { bold: true },
  alignment: { horizontal },
})

describe("a book's spreadsheet export", () => {
  async function open(id: string) {
    const reply = await olga.send('exportBookAsXlsx', { params: { id } })
    expect(reply.status).toBe(200)
    return { reply, sheets: await readWorkbook(reply.bytes) }
  }

  it('exports amounts as numbers, times as dates, and possible formulas as plain text', async () => {
    const { loan, recorded } = await makeBook()
    const { reply, sheets } = await open(loan.id)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="Book - Pier 4 Warehouse.xlsx"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(sheets.map((sheet) => sheet.name)).toEqual(['Pier 4 Warehouse', 'Holders'])
    const [lines] = sheets
    const valuesOf = (row: number) => lines?.rows[row - 1] ?? []
    expect(valuesOf(1)).toEqual(header.split(','))
    expect(lines?.cell('A1').style).toMatchObject(headerStyle('left'))
    expect(lines?.cell('F1').style).toMatchObject(headerStyle('right'))
    expect(lines?.freezePane).toMatchObject({ rows: 1 })
    expect(lines?.columns?.slice(4, 8).map(({ width }) => width)).toEqual([11, 24, 20, 24])
    expect(lines?.pageSetup).toMatchObject({ orientation: 'landscape', fitToHeight: 0 })
    expect(valuesOf(2).slice(2, 8)).toEqual([
      'Soft',
      'Active',
      0.07,
      700000000000,
      expect.any(Date),
      'Olga North',
    ])
    const made = lines?.cell('G2').value
    expect(
      made instanceof Date && Math.abs(made.getTime() - Date.parse(recorded.createdAt)),
    ).toBeLessThan(1000)
    expect(valuesOf(3)[0]).toBe(`=HYPERLINK("http://evil") X`)
    expect(valuesOf(4)[10]).toBe(`-1+1\nsecond line, with a comma`)
    expect(lines?.cell('L4').value).toBe(9999999999999.99)
    expect(lines?.cell('M4').value).toBe(0.0725)
    expect(['E2', 'F2', 'G2', 'N2'].map((cell) => lines?.cell(cell).style?.numFmt)).toEqual([
      '0.00%',
      '#,##0.00',
      'yyyy-mm-dd hh:mm',
      '0',
    ])
    const totals = [6, 7, 8, 9, 10].map((row) => [
      ...['A', 'E', 'F'].map((column) => lines?.cell(`${column}${row}`).value),
    ])
    expect(totals).toEqual([
      ['Total binding', 0.33, 3300000000000],
      ['Total soft', 0.07, 700000000000],
      ['Total interest (binding + soft)', 0.4, 4000000000000],
      ['Available', 0.67, 6699999999999.99],
      ['Loan', 1, 9999999999999.99],
    ])
  })

  it("lists a book's holders on a second sheet", async () => {
    const { loan, formula, quoted } = await makeBook()
    const { sheets } = await open(loan.id)
    expect(sheets.find(({ name }) => name === 'Holders')?.rows).toEqual([
      [
        'Lender',
        'Email',
        'Binding share (%)',
        'Binding amount ($)',
        'Soft share (%)',
        'Soft amount ($)',
        'Company',
      ],
      [`=HYPERLINK("http://evil") X`, formula.email, 0.33, 3300000000000, 0, 0, `=1+1 Bank`],
      ['Ana "Ace", née Müller 🏗', quoted.email, 0, 0, 0.07, 700000000000, null],
    ])
  })

  it('repeats the column headings on every printed page of both sheets in an exported book', async () => {
    const { reply } = await open((await desk.makeLoan({ title: "Pier 4's <Warehouse>" })).id)
    const workbook = fileInZip(reply.bytes, 'xl/workbook.xml')
    const named = [...workbook.matchAll(/<definedName name="_xlnm.Print_Titles"[^>]*>([^<]*)</g)]
    const plain = named.map(([, range = '']) =>
      range.replaceAll('&apos;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    )
    expect(plain).toEqual(["'Pier 4''s <Warehouse>'!$1:$1", "'Holders'!$1:$1"])
  })

  it.each([
    ['x'.repeat(200), 'x'.repeat(31)],
    ['[A] / B: C? * \\', 'A B C'],
    ["'quoted'", 'quoted'],
    ['holders', 'Book holders'],
    ['History', 'Book History'],
    ['???', 'Book'],
    [`${'x'.repeat(30)}🏗`, 'x'.repeat(30)],
    ['=1+1', '=1+1'],
    ['a\u0001b\uffffc', 'abc'],
  ])('names the sheet in an exported book after the title %j', async (title, name) => {
    const loan = await desk.makeLoan({ title })
    const { sheets } = await open(loan.id)
    expect(sheets.map((sheet) => sheet.name)).toEqual([name, 'Holders'])
  })
})
