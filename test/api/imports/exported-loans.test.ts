import { loanFieldNames, loanFields, type LoanField } from '#domain/loans/fields.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendImport } from '#test/support/importing.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender()
})
afterAll(() => desk.close())

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const csvOf = (rows: string[][]) => rows.map((row) => row.map(quoted).join(',')).join('\r\n')
const headers = loanFieldNames.map((field) => loanFields[field].header ?? loanFields[field].name)

const examples = Object.fromEntries(
  loanFieldNames.map((field) => [field, loanFields[field].example]),
)

/** The import template's examples, and values that are hard to quote, round, or read. */
const rowOf = (mark: string, place: number): Partial<Record<LoanField, string>> => ({
  ...examples,
  title: `${place % 7 === 0 ? '=' : ''}${mark} ${place}`,
  borrowerName: `Pier "${place}" LLC, formerly Quay`,
  propertyAddress: `${place} Pier Street, Boston, MA 02110`,
  amount: `${1_000_000 + place * 37}.${String(place % 100).padStart(2, '0')}`,
  interestRate:
    place % 2 === 0 ? '7.13' : `${5 + (place % 6)}.${String(place % 100).padStart(2, '0')}`,
  term: `${6 + (place % 60)}`,
  status: place % 5 === 0 ? 'funded' : (['open', 'Processing', 'Closing'].at(place % 3) ?? ''),
  fundedOn: place % 5 === 0 ? '2026-03-31' : '',
  propertyType: place % 2 === 0 ? 'Industrial' : 'Multifamily',
  summary: `- Leased, "triple net";\n- +${place} units\n倉庫 é`,
  asIsValue: `${2_000_000 + place}.10`,
  asCompleteValue: `${3_000_000 + place}.29`,
  ltv: `${40 + (place % 40)}.${String((place * 7) % 100).padStart(2, '0')}`,
  originationFee: '0.07',
  interestReserve: '0.00',
  imageUrl: 'https://example.com/pier.jpg?a=1,2',
  noiInPlace: `${60_000 + place * 91}.57`,
  noiStabilized: `${90_000 + place * 57}.29`,
  totalCost: `${1_500_000 + place}.35`,
  size: `${10 + place}.${place % 10}5`,
  sizeUnit: ['units', 'sq ft', 'keys', 'beds', 'acres'].at(place % 5) ?? '',
  sponsor: '@Harbor Partners',
  rateType: place % 2 === 0 ? 'Fixed' : 'Floating',
  noteRate: place % 2 === 0 ? '7.12875' : '',
  rateSpread: '3.255',
  rateFloor: '0.57',
  interestOnlyMonths: place % 3 === 0 ? '12' : '0',
  exit: '-Agency take-out',
  commitmentDeadline: '2026-12-05T22:00:59.123Z',
  closingDate: '2026-12-19',
})

/** The import asks for the unit of percentages that are all below one, such as the fees and floors. */
const isAskedFor = (field: LoanField) =>
  ['percent', 'rate'].includes(loanFields[field].kind) &&
  Number.parseFloat(rowOf('', 1)[field] ?? '') < 1
const units = loanFieldNames.map((field) => (isAskedFor(field) ? 'percent' : '')).join()

const exported = async (reader: Person, format: 'csv' | 'xlsx', query: Record<string, string>) => {
  const reply = await reader.request('GET', `/api/loans.${format}?${new URLSearchParams(query)}`)
  expect(reply.status, reply.text).toBe(200)
  return Buffer.from(reply.bytes)
}
const fieldsOf = (loan: Loan) =>
  Object.fromEntries(loanFieldNames.map((field) => [field, loan[field]]))

describe('exporting the list of loans', () => {
  it('exports a thousand filtered and sorted loans, and imports them with the same values in all fields', async () => {
    const mark = randomUUID()
    const rows = Array.from({ length: 1000 }, (_each, place) => rowOf(mark, place))
    const file = csvOf([
      headers,
      ...rows.map((row) => loanFieldNames.map((field) => row[field] ?? '')),
    ])
    await sendImport(admin, 'import', { kind: 'loans', filename: 'All.csv', units }, file)
    await desk.rows('update loans set is_draft = false where title like $1', [`%${mark}%`])
    const query = { search: mark, sort: '-dscr', dscrMin: '1.20', propertyType: 'Industrial' }
    const listed = await lender.call('listLoans', { query: query as object })
    expect(listed.length).toBeGreaterThan(50)
    for (const format of ['csv', 'xlsx'] as const) {
      const bytes = await exported(lender, format, query)
      const reading = { kind: 'loans', filename: 'L', units } as const
      const preview = await sendImport(admin, 'preview', reading, bytes)
      expect(preview).toMatchObject({ rows: listed.length, missing: [], known: listed.length })
      const compared = ['debtYield', 'debtYieldStabilized', 'dscr', 'dscrStabilized']
      const matched = preview.columns.map(({ field }) => field).filter(Boolean)
      expect(matched).toEqual([...loanFieldNames, ...compared])
      // The import adds a note if a ratio in the file differs from the computed one.
      expect(preview.notes).toBe(0)
      // The import rejects loans that the desk already has, so the exported loans are renamed first.
      await desk.rows('update loans set title = title || $2 where title like $1', [
        `%${mark}%`,
        ' before',
      ])
      await sendImport(admin, 'import', reading, bytes)
      const back = await admin.call('listAllLoans', { query: { search: mark, isDraft: 'true' } })
      const byTitle = new Map(back.map((loan) => [loan.title, fieldsOf(loan)]))
      expect(back).toHaveLength(listed.length)
      for (const loan of listed) expect(byTitle.get(loan.title)).toEqual(fieldsOf(loan))
      await desk.rows('delete from loans where is_draft and title like $1', [`%${mark}%`])
      await desk.rows('update loans set title = replace(title, $2, $3) where title like $1', [
        `%${mark}%`,
        ' before',
        '',
      ])
    }
  }, 120_000)

  it("exports loans in the list's order, with credit ratios and the committed and available amounts", async () => {
    const mark = randomUUID()
    const loan = await desk.makeLoan({
      ...{ title: `${mark} A`, amount: '1000000.00', interestRate: '10.00' },
      ...{ noiInPlace: '99600', totalCost: '1600000', size: '8' },
    })
    const other = await desk.makeLoan({ title: `${mark} B`, status: 'funded' })
    await desk.makeCommitment(lender, loan, { percentage: '25' })
    const query = { search: mark, sort: '-title' }
    const [header = [], ...rows] = parseCsv((await exported(lender, 'csv', query)).toString())
    const records = rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell])))
    expect(records.map(({ Title }) => Title)).toEqual([other.title, loan.title])
    expect(records[1]).toMatchObject({
      ...{ 'Debt Yield': '9.96', 'Debt Yield, Stabilized': '', DSCR: '0.99' },
      ...{ 'DSCR Basis': 'Interest-only', LTC: '62.50', 'Amount per Unit': '125000.00' },
      ...{ Committed: '25.00', 'Committed Amount': '250000.00', 'Available Amount': '750000.00' },
    })
    expect(records[0]).toMatchObject({ DSCR: '', LTC: '', 'Available Amount': '0.00' })
    const { sheets } = await readXlsx(await exported(lender, 'xlsx', query))
    expect(sheets[0]?.rows.map(([title]) => title)).toEqual(['Title', other.title, loan.title])
  })

  it('lets every account export the loan list without drafts or private marks, and rejects visitors', async () => {
    const mark = randomUUID()
    const [loan, passed] = [
      await desk.makeLoan({ title: mark }),
      await desk.makeLoan({ title: `${mark} 2` }),
    ]
    const draft = await desk.makeLoan({ title: `${mark} draft`, isDraft: 'true' })
    const note = randomUUID()
    await lender.call('markLoan', { params: { id: passed.id }, body: { stage: 'passed', note } })
    const titlesFor = async (reader: Person, query: Record<string, string> = {}) => {
      const text = (await exported(reader, 'csv', { search: mark, ...query })).toString()
      expect(text).not.toContain(note)
      return parseCsv(text)
        .slice(1)
        .map(([title]) => title)
    }
    for (const reader of [admin, await desk.makePending(), lender])
      expect(await titlesFor(reader)).toEqual([passed.title, loan.title])
    expect(await titlesFor(lender, { hidePassed: 'true' })).toEqual([loan.title])
    expect(await titlesFor(admin, { hidePassed: 'true' })).not.toContain(draft.title)
    for (const path of ['/api/loans.csv', '/api/loans.xlsx'])
      expect((await desk.visitor().request('GET', path)).status).toBe(401)
    expect((await lender.request('GET', '/api/loans.csv?sort=none')).status).toBe(400)
    const away = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await lender.request('GET', '/api/loans.csv', away)).status).toBe(403)
  })

  it('records exports of the loan list and their formats in the audit trail unless the account is unapproved', async () => {
    const mark = randomUUID()
    await desk.makeLoan({ title: mark })
    const reader = await desk.makeLender()
    const pending = await desk.makePending()
    await exported(pending, 'csv', { search: mark })
    await exported(reader, 'xlsx', { search: mark })
    const entries = await desk.rows<{ after: object }>(
      `select after from audit where kind = 'bookExported' and actor_id = any($1::uuid[])`,
      [[reader.id, pending.id]],
    )
    expect(entries).toEqual([{ after: { scope: 'list of loans', format: 'xlsx' } }])
  })
})
