import { dayAt } from '#domain/time-zone.ts'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'
import { security } from '#test/support/requirements.ts'
import { readWorkbook } from '#test/support/workbook.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())
afterEach(() => {
  expect(desk.errors).toEqual([])
})

const names = ['exportPositionAsCsv', 'exportPositionAsXlsx', 'exportStatement'] as const
const day = new Date().toISOString().slice(0, 10)

/** Parses and formats hundredths independently of the code under test. */
const read = (text: string) => BigInt(text.replace('.', ''))
const print = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const dollars = (text: string) => `$${text.replace(/\B(?=(\d{3})+\.)/g, ',')}`

async function makePosition() {
  const lender = await desk.makeLender({ firstName: 'Zoë', lastName: 'Łukaszewicz 🏗' })
  const pier = await desk.makeLoan({
    title: '=Pier "4", Warehouse',
    borrowerName: 'Pier Four LLC',
    amount: '1000000.55',
    interestRate: '7.25',
    term: 24,
    propertyAddress: '4 Pier Road, Boston, MA',
    propertyType: 'Industrial',
  })
  const quay = await desk.makeLoan({ title: 'Quay 7', amount: '333333.33', interestRate: '9.90' })
  await desk.makeCommitment(lender, quay, { percentage: '7', isSoftCommit: 'true' })
  await desk.makeCommitment(lender, pier, { percentage: '15' })
  await desk.makeCommitment(lender, pier, { percentage: '5', isSoftCommit: 'true' })
  const ended = await desk.makeCommitment(lender, quay, { isSoftCommit: 'true' })
  await lender.call('withdrawCommitment', { params: { id: ended.id } })
  await desk.makeCommitment(await desk.makeLender(), pier, { percentage: '33' })
  await admin.call('updateLoan', { params: { id: pier.id }, body: { status: 'funded' } })
  return { lender, pier, quay }
}

/** Returns the maturity of a loan that was funded today in the desk's time zone. */
function maturityIn(months: number): Date {
  const [year = 0, month = 0, date = 0] = dayAt(new Date()).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDay)))
}

describe("a position's CSV export", () => {
  it("exports a row for each of the lender's active commitments, followed by the totals", async () => {
    const { lender } = await makePosition()
    const reply = await lender.send('exportPositionAsCsv')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Position ${day}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const matures = maturityIn(24).toISOString().slice(0, 10)
    const pier = `"'=Pier ""4"", Warehouse",Pier Four LLC,"4 Pier Road, Boston, MA",Industrial,Fully Funded,7.25,24,${matures},1000000.55`
    const lines = [
      'Loan,Borrower,Property address,Property type,Loan status,Interest rate (%),Term (months),' +
        'Maturity,Loan amount ($),Kind,Share (%),Amount ($),Made (UTC)',
      `${pier},Soft,5.00,50000.03,TIME`,
      `${pier},Binding,15.00,150000.08,TIME`,
      'Total binding,,,,,7.25,,,,,,150000.08,',
      'Total soft,,,,,,,,,,,73333.36,',
      'Annual interest on binding,,,,,,,,,,,10875.01,',
      'As of MINUTE UTC,,,,,,,,,,,,',
    ]
    const timeless = reply.text
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
      .replace(/(?<=As of )\d{4}-\d\d-\d\d \d\d:\d\d/, 'MINUTE')
      .split('\r\n')
    expect(timeless[0]).toBe(`\ufeff${lines[0]}`)
    expect([timeless[1], timeless[2], ...timeless.slice(4)]).toEqual([...lines.slice(1), ''])
    expect(timeless[3]).toMatch(/^Quay 7,.*,Open,9\.90,24,,333333\.33,Soft,7\.00,23333\.33,TIME$/)
  })
})

describe("a position's spreadsheet export", () => {
  it("exports a lender's commitments and loans on two sheets, as numbers and dates", async () => {
    security('1.3.3')
    const { lender } = await makePosition()
    const reply = await lender.send('exportPositionAsXlsx')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="Position ${day}.xlsx"`)
    const [lines, loans] = await readWorkbook(reply.bytes)
    expect([lines?.name, loans?.name]).toEqual(['Commitments', 'Loans'])
    expect(lines?.rows[1]?.slice(4, 12)).toEqual([
      'Fully Funded',
      0.0725,
      24,
      maturityIn(24),
      1000000.55,
      'Soft',
      0.05,
      50000.03,
    ])
    expect(lines?.cell('A2').value).toBe(`=Pier "4", Warehouse`)
    expect(['F6', 'L6', 'L7', 'L8'].map((cell) => lines?.cell(cell).value)).toEqual([
      0.0725, 150000.08, 73333.36, 10875.01,
    ])
    expect(loans?.rows[1]?.slice(9)).toEqual([0.15, 150000.08, 0.05, 50000.03])
    expect(loans?.rows[2]?.slice(9)).toEqual([0, 0, 0.07, 23333.33])
    expect(loans?.rows.at(-2)?.slice(9)).toEqual([null, 150000.08, null, 73333.36])
    for (const sheet of [lines, loans])
      expect(sheet?.rows.at(-1)?.slice(0, 2)).toEqual([
        expect.stringMatching(new RegExp(`^As of ${day} \\d\\d:\\d\\d UTC$`)),
        null,
      ])
  })

  it('preserves the cents in a total that is too large for a spreadsheet number', async () => {
    const lender = await desk.makeLender()
    for (let count = 0; count < 11; count += 1) {
      const loan = await desk.makeLoan({ amount: '9999999999999.99' })
      await desk.makeCommitment(lender, loan, { percentage: '100' })
    }
    const [lines] = await readWorkbook((await lender.send('exportPositionAsXlsx')).bytes)
    expect(lines?.cell('L2').value).toBe(9999999999999.99)
    expect(lines?.cell('L14').value).toBe('109999999999999.89')
  })
})

describe("a position's PDF statement", () => {
  it('a statement shows the company, the lender, the time, and each loan with its commitments and totals', async () => {
    const { lender, pier } = await makePosition()
    const { firstName, lastName } = lender
    const profile = { firstName, lastName, companyName: 'Ostróda Savings & Loan' }
    await lender.call('updateProfile', { body: profile })
    const reply = await lender.send('exportStatement')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Statement ${day}.pdf"`,
      'cache-control': 'no-store',
    })
    const [texts = [], ...further] = await pdfTexts(reply.bytes)
    expect(further).toEqual([])
    const format = (date: Date) =>
      date.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    expect(texts[0]).toBe('Paripassu')
    const from = texts.indexOf('Amount')
    const made = `made ${format(new Date())}`
    expect(texts.slice(from + 1, texts.indexOf('Maturity of binding amounts'))).toEqual([
      pier.title,
      '7.25%',
      format(maturityIn(24)),
      'Pier Four LLC · Fully Funded · 24 months',
      ...[`Soft, ${made}`, '5%', '$50,000.03'],
      ...[`Binding, ${made}`, '15%', '$150,000.08'],
      ...['Quay 7', '9.90%', 'Not set', expect.stringMatching(/ · Open · 24 months$/)],
      ...[`Soft, ${made}`, '7%', '$23,333.33'],
      ...['Total binding', '7.25%', '$150,000.08'],
      ...['Total soft, not binding', '', '$73,333.36'],
      ...['Annual interest on binding', '', '$10,875.01'],
    ])
    const quarter = `Q${Math.ceil((maturityIn(24).getUTCMonth() + 1) / 3)}`
    expect(texts).toContain(`${quarter} ${maturityIn(24).getUTCFullYear()}`)
    // The fonts don't contain emoji, so the statement shows a question mark.
    const named = texts.indexOf('Zoë Łukaszewicz ?')
    expect([texts[named + 2], texts[named + 4]]).toEqual(['Ostróda Savings & Loan', lender.email])
    expect(texts).toContain('Letters that the fonts of this file lack are shown as ?.')
    expect(texts.at(-1)).toBe('Page 1 of 1')
  })

  it("repeats a statement's column headings on every page, and shows a message if the lender has no position", async () => {
    const lender = await desk.makeLender()
    expect((await pdfTexts((await lender.send('exportStatement')).bytes)).flat()).toContain(
      'There are no active commitments.',
    )
    const titles: string[] = []
    for (let count = 0; count < 40; count += 1) {
      const title = `Loan ${count} ${'with a long name '.repeat(count % 8)}`.trim()
      titles.push(title)
      await desk.makeCommitment(lender, await desk.makeLoan({ title }), { percentage: '1' })
    }
    const pages = await pdfTexts((await lender.send('exportStatement')).bytes)
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((texts, index) => {
      expect(texts).toContain('Amount')
      expect(texts.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`)
    })
    const all = pages.flat().join(' ')
    for (const title of titles) for (const word of title.split(' ')) expect(all).toContain(word)
    expect(pages.flat().filter((text) => text === '$10,000.00')).toHaveLength(40)
  })
})

it("exports each loan's exact rate, at which its interest is computed, in every format", async () => {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan({ noteRate: '7.125' })
  await desk.makeCommitment(lender, loan, { percentage: '10' })
  const csv = (await lender.send('exportPositionAsCsv')).text
  expect(csv).toContain(`,Open,7.125,${loan.term},`)
  expect(csv).toContain('Annual interest on binding,,,,,,,,,,,7125.00,')
  for (const sheet of await readWorkbook((await lender.send('exportPositionAsXlsx')).bytes))
    expect(sheet.cell('F2').value, sheet.name).toBe(0.07125)
  const texts = (await pdfTexts((await lender.send('exportStatement')).bytes)).flat()
  expect(texts[texts.indexOf(loan.title) + 1]).toBe('7.125%')
})

const loanFields = fc.record({
  amount: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }).map(print),
  interestRate: fc.bigInt({ min: 1n, max: 99_999n }).map(print),
  lines: fc.array(
    fc.record({
      percentage: fc.integer({ min: 1, max: 33 }).map(String),
      isSoftCommit: fc.constantFrom('true' as const, 'false' as const),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

it('exports the same total in every format, equal to the sum of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(loanFields, { minLength: 1, maxLength: 4 }), async (loans) => {
      const lender = await desk.makeLender()
      for (const { lines, ...fields } of loans) {
        const loan = await desk.makeLoan(fields)
        for (const line of lines) await desk.makeCommitment(lender, loan, line)
      }
      const own = await lender.call('listOwnCommitments')
      const total = (isSoft: string) =>
        print(
          sum(own.filter((line) => line.isSoftCommit === isSoft).map(({ amount }) => read(amount))),
        )
      const [binding, soft] = [total('false'), total('true')]
      const { annualInterest, weightedRate } = await lender.call('getPortfolio')
      const csv = (await lender.send('exportPositionAsCsv')).text
      expect(csv).toContain(`\r\nTotal binding,,,,,${weightedRate ?? ''},,,,,,${binding},\r\n`)
      expect(csv).toContain(`\r\nTotal soft,,,,,,,,,,,${soft},\r\n`)
      expect(csv).toContain(`\r\nAnnual interest on binding,,,,,,,,,,,${annualInterest},\r\n`)
      const texts = (await pdfTexts((await lender.send('exportStatement')).bytes)).flat()
      const after = (label: string) => texts.slice(texts.indexOf(label) + 1)[1]
      expect(after('Total binding')).toBe(dollars(binding))
      expect(after('Total soft, not binding')).toBe(dollars(soft))
      expect(after('Annual interest on binding')).toBe(dollars(annualInterest))
      for (const { amount } of own) expect(texts).toContain(dollars(amount))
    }),
    { numRuns: 5 },
  )
})

describe('access to position exports', () => {
  it("exports only the caller's position", async () => {
    security('8.2.2')
    const { pier } = await makePosition()
    const stranger = await desk.makeLender()
    const csv = (await stranger.send('exportPositionAsCsv')).text
    expect(csv).not.toContain('Pier')
    expect(csv).toContain('Total binding,,,,,,,,,,,0.00,')
    const statement = await pdfTexts((await stranger.send('exportStatement')).bytes)
    expect(statement.flat()).not.toContain(pier.title)
    for (const name of names)
      expect(await desk.visitor().refusal(name)).toBe('401: Unauthorized: please sign in')
  })

  it('records position exports and their formats in the audit trail, but not HEAD requests or empty positions', async () => {
    const { lender } = await makePosition()
    const entries = async (of: Person) =>
      (await admin.call('listAudit', { query: { person: of.id, kind: 'bookExported' } })).map(
        ({ actorId, personId, after }) => ({ actorId, personId, after }),
      )
    for (const name of names) expect((await lender.send(name)).status).toBe(200)
    const head = await lender.request('HEAD', '/api/commitments/me/position.csv')
    expect(head.status).toBe(200)
    expect(await entries(lender)).toEqual(
      ['pdf', 'xlsx', 'csv'].map((format) => ({
        actorId: lender.id,
        personId: lender.id,
        after: { scope: 'own position', format },
      })),
    )
    const pending = await desk.makePending()
    for (const name of names) expect((await pending.send(name)).status).toBe(200)
    expect(await entries(pending)).toEqual([])
  })
})
