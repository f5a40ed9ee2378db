import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleLoan } from '#contract/loans/example-loan.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', BRAND_NAME: 'Quay Capital' })
  ;[admin, lender] = [await desk.makeAdmin(), await desk.makeLender()]
})
afterAll(() => desk.close())

const send = (reader: Pick<Person, 'request'>, { id }: Pick<Loan, 'id'>) =>
  reader.request('GET', `/api/loans/${id}/summary.pdf`)

async function pagesOf(reader: Person, loan: Loan) {
  const { status, headers, bytes } = await send(reader, loan)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  return pdfTexts(bytes)
}

const full = { ...exampleLoan, status: 'open', fundedOn: null }

it("prints a loan's ratios, structure, capital, funding, and documents on one page", async () => {
  const loan = await desk.makeLoan({ ...full, ltv: '62.50' })
  await desk.makeCommitment(lender, loan, { percentage: '20' })
  await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await desk.makeDocument(loan, { filename: `Appraisal - ${loan.title}.pdf` })
  await desk.makeDocument(loan, { filename: 'Rent Roll.xlsx' })
  const pages = await pagesOf(lender, loan)
  expect(pages).toHaveLength(1)
  const texts = pages.flat()
  expect(texts).toEqual(expect.arrayContaining(['Quay Capital', loan.title]))
  const strip = ['Rate', 'LTV', 'DSCR', 'Debt yield', 'Available']
  const start = texts.indexOf('Rate')
  expect(texts.slice(start, start + 5)).toEqual(strip)
  expect(texts.slice(start + 5, start + 10)).toEqual([
    '7.245%',
    '62.50%',
    `${loan.credit.dscr}x`,
    `${loan.credit.debtYield}%`,
    '$1,000,000',
  ])
  expect(texts.slice(start + 10, start + 15)).toEqual([
    'Floating',
    '',
    `${loan.credit.dscrStabilized}x stabilized`,
    `${loan.credit.debtYieldStabilized}% stabilized`,
    '80% of the loan',
  ])
  expect(texts).toEqual(
    expect.arrayContaining([
      ...[
        'Sponsor',
        'Harbor Street Partners',
        'Lien',
        'First',
        'Interest-Only Period',
        '12 months',
      ],
      ...['Planned Closing', 'Dec 19, 2026', 'As-is value', '$2,000,000, 62.50% LTV'],
      ...['Total cost', '$1,700,000, 73.53% LTC', 'Size', '24 units, $52,083 per unit'],
      ...['Committed', '$250,000, 20%', 'Soft, not binding', '$62,500, 5%'],
      ...['2 documents', 'Appraisal.pdf', 'Rent Roll.xlsx'],
    ]),
  )
  expect(texts.join(' ')).toMatch(/As of \w{3} \d{1,2}, \d{4}, /)
})

it("truncates a loan's long texts, in any script, to fit the summary on one page", async () => {
  const long = Object.fromEntries(
    loanFieldNames.flatMap((field) => {
      const entry = loanFields[field]
      const isOwn = entry.kind !== 'text' || entry.choices || field === 'imageUrl'
      return isOwn ? [] : [[field, 'Žižkov Ω 東京 word '.repeat(400).slice(0, entry.maxLength)]]
    }),
  )
  const loan = await desk.makeLoan({
    ...full,
    ...long,
    propertyType: 'Industrial Equipment '.repeat(3),
  })
  for (let count = 0; count < 30; count += 1)
    await desk.makeDocument(loan, { filename: `${'Environmental Report '.repeat(9)}${count}.pdf` })
  const pages = await pagesOf(lender, loan)
  expect(pages).toHaveLength(1)
  const texts = pages.flat()
  expect(texts).toEqual(expect.arrayContaining(['30 documents', 'and 19 more', 'Page 1 of 1']))
  expect(texts.join(' ')).toContain('Žižkov Ω')
  expect(
    texts.filter((text) => text.endsWith('…') || text.endsWith('\u0085')).length,
  ).toBeGreaterThan(8)
})

it("omits missing values from the summary, and shows a funded loan's maturity", async () => {
  const bare = await desk.makeLoan()
  const texts = (await pagesOf(lender, bare)).flat()
  for (const absent of ['DSCR', 'Debt yield', 'LTV', 'Total cost', 'Sponsor', 'N/A'])
    expect(texts).not.toContain(absent)
  expect(texts).toEqual(expect.arrayContaining(['Rate', 'Available', '0 documents']))
  await admin.call('updateLoan', {
    params: { id: bare.id },
    body: { status: 'funded', fundedOn: '2026-01-31' },
  })
  const funded = (await pagesOf(lender, bare)).flat()
  expect(funded).toEqual(expect.arrayContaining(['Maturity', 'Jan 31, 2028']))
  expect(funded).not.toContain('Available')
})

it("sends summaries only to approved lenders and administrators, and drafts' summaries only to administrators", async () => {
  const loan = await desk.makeLoan()
  expect((await send(desk.visitor(), loan)).status).toBe(401)
  expect((await send(await desk.makePending(), loan)).status).toBe(403)
  const draft = await admin.call('createLoan', {
    body: {
      title: 'Pier 9',
      borrowerName: 'Pier',
      amount: '10',
      interestRate: '7',
      term: 12,
      isDraft: 'true',
    },
  })
  expect((await send(lender, draft)).status).toBe(404)
  expect((await pagesOf(admin, draft)).flat().join(' ')).toContain('Draft, not published')
})
