/** Imports of files from other programs, with unusual units, names, sheets, rows, and figures. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, type Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendFile, sendImport } from '#test/support/importing.ts'
import { rawRow, rawWorkbook } from '#test/support/raw-workbook.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

type Query = Partial<Parameters<typeof sendImport>[2]>
const preview = (file: string | Buffer, query: Query = {}) =>
  sendImport(admin, 'preview', { kind: 'loans', ...query }, file)
const refusalOf = async (file: string | Buffer, query: Query = {}) => {
  const reply = await sendFile(admin, 'import', { kind: 'loans', ...query }, file)
  return { status: reply.status, ...readRefusal(reply) }
}
async function draftsOf(file: string | Buffer, title: string, query: Query = {}) {
  await sendImport(admin, 'import', { kind: 'loans', ...query }, file)
  return admin.call('listAllLoans', { query: { search: title, isDraft: 'true' } })
}

const headers = 'Title,Borrower,Amount,Rate,Term'
const errorsIn = ({ firstErrors }: Awaited<ReturnType<typeof preview>>) =>
  firstErrors.map(({ row, column, message }) => `${row} ${column}: ${message}`)

describe('a column in another unit', () => {
  it('asks for the unit of each column that contains fractions, and imports the figures in the chosen unit', async () => {
    const title = randomUUID()
    const rows = [
      `${title},Mill LLC,4250000,0.0725,24,0.65`,
      `${title} 2,Mill LLC,9000000,0.08,36,0`,
    ]
    const file = [`${headers},LTV`, ...rows].join('\n')
    const found = await preview(file)
    expect(found).toMatchObject({ importable: 0, errors: 0, missing: [], first: [] })
    expect(found.columns.map(({ question }) => question)).toEqual([
      ...[null, null, null, '0.0725 could be 7.25%.', null, '0.65 could be 65%.'],
    ])
    expect(await refusalOf(file)).toMatchObject({
      ...{ status: 400, message: 'Choose the unit of Rate. 0.0725 could be 7.25%.' },
    })
    const units = ',,,fraction,,fraction'
    expect(await preview(file, { units })).toMatchObject({
      importable: 2,
      columns: [{}, {}, { unit: 'dollars' }, { unit: 'fraction', question: null }, {}, {}],
      first: [{ row: 2, values: { interestRate: '7.25', ltv: '65.00' } }, { row: 3 }],
    })
    expect(await draftsOf(file, title, { units })).toMatchObject([
      { interestRate: '7.25', ltv: '65.00', noteRate: null },
      { interestRate: '8.00', ltv: '0.00' },
    ])
  })

  it('keeps imported figures below one percent if the user confirms that the column contains percentages', async () => {
    const title = randomUUID()
    const file = `${headers}\n${title},Mill LLC,4250000,0.5,24`
    const [loan] = await draftsOf(file, title, { units: ',,,percent' })
    expect(loan?.interestRate).toBe('0.50')
  })

  const notesIn = ({ firstNotes }: Awaited<ReturnType<typeof preview>>) =>
    firstNotes.map(({ row, column, message }) => `${row} ${column}: ${message}`)

  it('notes how it stores figures that stay unlikely in the chosen unit', async () => {
    const file = (...ltvs: string[]) =>
      [`${headers},LTV`, ...ltvs.map((ltv, at) => `L${at},Mill LLC,4250000,7.25,24,${ltv}`)].join(
        '\n',
      )
    const percent = { units: ',,,,,percent' }
    const few = await preview(file('0.65', '0.70%', '70', '1.05'), percent)
    expect(few).toMatchObject({ importable: 4, errors: 0, notes: 2, unlikelyColumns: ['LTV'] })
    expect(notesIn(few)).toEqual([
      '2 LTV: 0.65 is stored as 0.65%',
      '5 LTV: 1.05 is stored as 1.05%',
    ])
    expect(few.firstNotes[0]?.value).toBe('0.65')
    const many = await preview(file('0.65', '0.62351', '0.58', '1.05', '0.7'), percent)
    expect(many).toMatchObject({ importable: 5, errors: 0 })
    expect(notesIn(many)).toEqual([
      '2 LTV: 0.65 is stored as 0.65%. 4 more rows have such a figure.',
      '3 LTV: Rounded to 0.62%',
    ])
    const asFractions = await preview(file('0.65', '1.05'), { units: ',,,,,fraction' })
    expect(asFractions.unlikelyColumns).toEqual([])
    expect(notesIn(asFractions)).toEqual([
      '3 LTV: The loan is larger than the value of its property.',
    ])
  })

  it('suggests fractions if percentages below the likely ones have too many decimals', async () => {
    const rows = ['A,Mill LLC,4250000,7.25,24,0.6512', 'B,Mill LLC,4250000,7.25,24,65.123']
    const file = [`${headers},LTV`, ...rows].join('\n')
    const range = 'LTV must be up to 999.99, with at most two decimals'
    expect(errorsIn(await preview(file, { units: ',,,,,percent' }))).toEqual([
      `2 LTV: ${range}. If these are fractions, choose Fractions of one as the unit.`,
      `3 LTV: ${range}`,
    ])
  })

  it('notes an amount that is unlikely in the unit of its header, before notes about rounded figures', async () => {
    const rows = ['A,Mill LLC,4250.123456789,7.25,24', 'B,Mill LLC,42.5,7.25,24']
    const file = [headers.replace('Amount', 'Amount ($000s)'), ...rows].join('\n')
    expect(notesIn(await preview(file))).toEqual([
      '3 Amount ($000s): 42.5 is stored as $42,500',
      '2 Amount ($000s): Rounded to $4,250,123.46',
    ])
  })

  it.each([
    ['Rate', '725', 'basisPoints', { interestRate: '7.25' }],
    ['Amount', '4250', 'thousands', { amount: '4250000.00' }],
    ['Amount', '4.25', 'millions', { amount: '4250000.00' }],
    ['Term', '3', 'years', { term: 36 }],
  ])(
    'asks for the unit of the imported value %s %s and applies the unit %s',
    async (name, figure, unit, stored) => {
      const title = randomUUID()
      const row = { Title: title, Borrower: 'Mill LLC', Amount: '9000000', Rate: '7.5', Term: '24' }
      const names = Object.keys(row)
      const file = `${headers}\n${Object.values({ ...row, [name]: figure }).join()}`
      const question = (await preview(file)).columns.find(({ header }) => header === name)?.question
      expect(question).toContain(`${figure} could be`)
      const units = names.map((each) => (each === name ? unit : '')).join()
      expect(await draftsOf(file, title, { units })).toMatchObject([stored])
    },
  )

  it("reads the unit from a column's header, and returns it in the preview", async () => {
    const title = randomUUID()
    const file = `Title,Borrower,Loan Amount ($000s),Rate (bps),Term (Years)\n${title},Dock LLC,4250,737.5,3`
    const { columns } = await preview(file)
    expect(columns.map(({ unit }) => unit)).toEqual([
      ...[null, null, 'thousands', 'basisPoints', 'years'],
    ])
    expect(await draftsOf(file, title)).toMatchObject([
      { amount: '4250000.00', interestRate: '7.38', noteRate: '7.375', term: 36 },
    ])
  })

  it("reports an exact note rate below 0.005, and a deadline on a day that doesn't exist", async () => {
    const file = [
      `${headers},Exact Note Rate,Commitment Deadline`,
      'A,Mill LLC,4250000,7.25%,24,0.001%,',
      'B,Mill LLC,4250000,7.25%,24,,2026-02-30T00:00:00Z',
    ].join('\n')
    const found = await preview(file)
    expect(found.importable).toBe(0)
    expect(errorsIn(found)).toEqual([
      '2 Exact Note Rate: Exact note rate must be from 0.005 to 999.99, with at most five decimals',
      '3 Commitment Deadline: Commitment deadline must be a date and time with its offset, like 2026-12-05T22:00:00Z',
    ])
  })

  it("reports the row and column of an exact rate that doesn't round to the rate beside it", async () => {
    const found = await preview(
      [
        `${headers},Exact Note Rate`,
        'A,Mill LLC,4250000,7.25%,24,7.5%',
        'B,Mill LLC,4250000,7.13%,24,7.125%',
      ].join('\n'),
    )
    expect(found.importable).toBe(1)
    expect(errorsIn(found)).toEqual([
      '2 Exact Note Rate: The rate in this row is 7.25%. Correct one of the two, or clear one.',
    ])
  })

  it("rejects an unknown unit, and reports each row with a figure that doesn't fit the column's unit", async () => {
    const file = `${headers}\nA,Mill LLC,4250000,0.0725,24\nB,Mill LLC,4250000,7.25,24\nC,Mill LLC,4250000,825,24`
    expect(errorsIn(await preview(file))).toEqual([
      '2 Rate: 0.0725 could be 7.25%. Write 7.25%, or 0.0725% if you mean that.',
      '4 Rate: 825% is more than 50%: a figure in basis points? Correct it, or choose Percent as the unit of the column.',
    ])
    expect((await sendFile(admin, 'preview', { kind: 'loans', units: 'feet' }, file)).status).toBe(
      400,
    )
  })

  it('rejects imported amounts with three decimal places, because the period could be a thousands separator', async () => {
    const file =
      'Title;Borrower;Amount;Rate;Term\nA;Hafen GmbH;950.000;8;24\nB;Hafen GmbH;875.500;9;36'
    expect(errorsIn(await preview(file)).map((error) => error.slice(0, 50))).toEqual([
      '2 Amount: "950.000" could be 950,000 or 950.00. Wr',
      '3 Amount: "875.500" could be 875,500 or 875.50. Wr',
    ])
  })
})

describe('a row with ambiguous values', () => {
  it('rejects a row with more values than headers before it checks the units', async () => {
    const file = `${headers},LTV\nMill Annex,Mill Annex LLC,950,125,12,24,65`
    const message = 'Row 2 has 7 values and 6 headers: is a comma in a figure not in quotes?'
    expect(errorsIn(await preview(file))).toEqual([`2 null: ${message}`])
    expect((await refusalOf(file)).message).toContain(message)
  })

  it('treats imported titles that differ only in white space as the same loan', async () => {
    const title = `Pier ${randomUUID()}`
    const [plain, other] = [title, title.replace(' ', '\u00a0')]
    const row = (name: string) => `${name},Pier\u00a0Four LLC,1000000,7.25,24`
    expect(errorsIn(await preview([headers, row(plain), row(other)].join('\n')))).toEqual([
      '3 null: Also in row 2',
    ])
    await desk.makeLoan({ title: other, borrowerName: 'Pier  Four LLC' })
    const { known, knownSome } = await preview(`${headers}\n${row(plain)}`)
    expect([known, knownSome[0]?.row]).toEqual([1, 2])
  })

  it('joins imported address columns and extracts the state from the address', async () => {
    const title = randomUUID()
    const file = `${headers},Address,City,State,Zip\n${title},Mill LLC,4250000,7.25,24,12 Mill St,Portland,ME,4101`
    expect(await draftsOf(file, title)).toMatchObject([
      { propertyAddress: '12 Mill St, Portland, ME 04101' },
    ])
    const found = await admin.call('listAllLoans', { query: { search: title, location: 'ME' } })
    expect(found).toHaveLength(1)
  })

  it('accepts the display names of loan statuses in an import', async () => {
    const title = randomUUID()
    const file = (status: string) =>
      `${headers},Status\n${title},Yard LLC,1000000,7.25,24,${status}`
    expect(errorsIn(await preview(file('Active')))).toEqual([
      '2 Status: Must be Processing, Underwriting, Open, Closing or Funded',
    ])
    expect(await draftsOf(file('Fully Funded'), title)).toMatchObject([{ status: 'funded' }])
  })

  it("invites the person in an import file's contact column, with the lender's name as the company", async () => {
    const email = newEmail()
    const file = `lender_name,contact_name,email\nHarbor Bank,Mia Roe,${email}`
    const found = await preview(file, { kind: 'lenders' })
    expect(found.first).toEqual([
      { row: 2, values: { email, name: 'Mia Roe', companyName: 'Harbor Bank' } },
    ])
  })
})

describe('figures with many decimal places', () => {
  it('imports rates in eighths exactly, and adds a note to each rounded figure', async () => {
    const title = randomUUID()
    const row = [title, 'Chapel LLC', 4_266_666.666666667, 7.125, 24, 65.16290726817]
    const rows = rawRow(1, [...headers.split(','), 'LTV']) + rawRow(2, row)
    const file = await rawWorkbook({ sheets: [{ name: 'Loans', rows }] })
    const { notes, firstNotes } = await preview(file)
    expect(notes).toBe(2)
    expect(firstNotes.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      'Amount: Rounded to $4,266,666.67',
      'LTV: Rounded to 65.16%',
    ])
    expect(await draftsOf(file, title)).toMatchObject([
      { amount: '4266666.67', interestRate: '7.13', noteRate: '7.125', ltv: '65.16' },
    ])
  })

  it('compares an imported DSCR and debt yield with the computed figures without storing them', async () => {
    const title = randomUUID()
    const row = (dscr: string, debtYield: string) =>
      `${title},Dock LLC,1000000,10,24,118000,${dscr},${debtYield}`
    const file = (dscr: string, debtYield: string) =>
      `${headers},NOI,DSCR,Debt Yield\n${row(dscr, debtYield)}`
    const found = await preview(file('1.25x', '11.80%'))
    expect(found).toMatchObject({ importable: 1, errors: 0, notes: 1 })
    expect(found.firstNotes).toEqual([
      {
        ...{ row: 2, column: 'DSCR', value: '1.25x' },
        message: 'The file has 1.25x. We compute 1.18x as the DSCR.',
      },
    ])
    expect(found.first[0]?.values).not.toHaveProperty('dscr')
    const unread = await preview(file('n/a', '11.80%'))
    expect(unread.firstNotes.map(({ message }) => message)).toEqual([
      `"n/a" can't be read as a multiple. Write 1.25 or 1.25x.`,
    ])
    expect(await draftsOf(file('1.18', '11.8%'), title)).toHaveLength(1)
  })
})

describe('a workbook with several sheets and hidden rows', () => {
  const rows = (title: string) =>
    rawRow(1, ['Pipeline as of 9/30/2026']) +
    rawRow(3, headers.split(',')) +
    rawRow(4, [`${title} 1`, 'Weir LLC', 2_000_000, 7.5, 24]) +
    rawRow(5, [`${title} 2`, 'Weir LLC', 3_000_000, 7.5, 24], 'hidden="1"')

  it('suggests a sheet and a header row, and imports from the selected sheet', async () => {
    const title = randomUUID()
    const cover = { name: 'Cover', rows: rawRow(1, ['Loan tape']) }
    const file = await rawWorkbook({ sheets: [cover, { name: 'Loans', rows: rows(title) }] })
    expect(await preview(file)).toMatchObject({
      ...{ sheet: 'Cover', headerRow: 1, rows: 0, importable: 0 },
      sheets: [{ name: 'Cover', isHidden: 'false' }, { name: 'Loans' }],
    })
    expect(await preview(file, { sheet: 'Loans' })).toMatchObject({
      ...{ sheet: 'Loans', headerRow: 3, rows: 2, hiddenRows: 1, importable: 2 },
      firstRows: [{ row: 1, text: 'Pipeline as of 9/30/2026' }, { row: 3 }, { row: 4 }, { row: 5 }],
    })
    const query = { sheet: 'Loans', skipHidden: 'true', headerRow: '3' } as const
    expect((await draftsOf(file, title, query)).map((loan) => loan.title)).toEqual([`${title} 1`])
  })

  it('rejects a cell with an error or with an unevaluated formula, but only in imported columns', async () => {
    const title = randomUUID()
    const cells = ['<c r="F2" t="e"><v>#N/A</v></c>', '<c r="G2"><f>1+1</f></c>']
    const table = (...names: string[]) =>
      rawRow(1, [...headers.split(','), ...names]) +
      rawRow(2, [title, 'Weir LLC', 2_000_000, 7.5, 24, ...cells])
    const fileOf = (...names: string[]) =>
      rawWorkbook({ sheets: [{ name: 'Loans', rows: table(...names) }] })
    expect(errorsIn(await preview(await fileOf('Property Type', 'LTV')))).toEqual([
      '2 Property Type: F2 has the error #N/A. Correct its formula, or clear the cell.',
      '2 LTV: G2 has a formula without its result. Open the file in Excel and save it.',
    ])
    expect(await preview(await fileOf('Other', 'Another'))).toMatchObject({ importable: 1 })
  })
})
