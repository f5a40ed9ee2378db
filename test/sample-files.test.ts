/** The sample portfolio's files can be opened, and each document contains its loan's figures. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatDollars, formatExactRate } from '#domain/money.ts'
import { buildPortfolio } from '#server/sample/portfolio-rows.ts'
import { sampleLoans, type SampleLoan } from '#server/sample/sample-data.ts'
import { loanId } from '#server/sample/sample-ids.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pdfTexts } from './support/pdf-texts.ts'
import { readWorkbook } from './support/workbook.ts'

const rows = buildPortfolio({
  now: new Date(),
  admin: {
    id: '00000000-0000-4000-8000-000000000001',
    firstName: 'Ada',
    lastName: 'Cole',
    firmId: '00000000-0000-4000-8000-000000000001',
  },
  passwordHashes: { lender: '', others: '' },
})

describe.each(sampleLoans.map((loan) => [loan.title, loan] as const))(
  'the sample loan %s',
  (_title, loan) => {
    it("includes the sample loan's figures in its documents", () => expectFiguresInPapers(loan))

    it('uses the same size for all photos of the sample loan', async () => {
      for (const { source } of rows.photos.filter((photo) => photo.loanId === loanId(loan.key))) {
        const facts = await sharp(await readFile(source)).metadata()
        expect(facts).toMatchObject({ format: 'webp', width: 1200, height: 675 })
      }
    })
  },
)

async function expectFiguresInPapers(loan: SampleLoan) {
  const papers = rows.documents.filter((paper) => paper.loanId === loanId(loan.key))
  expect(papers.length).toBeGreaterThan(0)
  for (const { source, sizeBytes } of papers) {
    const bytes = await readFile(source)
    expect(bytes).toHaveLength(sizeBytes)
    const check = checks[path.basename(source)]
    if (!check) throw new Error(`Nothing checks ${source}`)
    await check(loan, bytes)
  }
}

const checks: Record<string, (loan: SampleLoan, bytes: Buffer) => Promise<void>> = {
  'termSheet.pdf': (loan, bytes) =>
    expectTexts(bytes, [
      ...[loan.title, loan.borrowerName, formatDollars(loan.amount)],
      ...[`${loan.interestRate}%`, `${loan.term} months`, `${loan.ltv}%`],
      ...[formatExactRate(exactRate(loan)), loan.sponsor ?? '', recourseInTermSheet(loan)],
      loan.rateIndex ?? `${exactRate(loan)}% fixed`,
      ...[loan.noiInPlace, loan.totalCost].flatMap((value) => (value ? formatDollars(value) : [])),
    ]),
  'appraisal.pdf': (loan, bytes) =>
    expectTexts(bytes, [
      loan.title,
      `${loan.ltv}%`,
      ...[loan.asIsValue, loan.asCompleteValue].flatMap((value) =>
        value ? formatDollars(value) : [],
      ),
      loan.noiInPlace ? `${formatDollars(loan.noiInPlace)} a year` : '',
    ]),
  'environmental.pdf': (loan, bytes) => expectTexts(bytes, [loan.title, 'Phase I']),
  async 'sourcesAndUses.xlsx'(loan, bytes) {
    const value = await readFigures(bytes)
    const equity = value('Sponsor equity')
    expect(value('Senior loan')).toBe(Number(loan.amount))
    expect(equity).toBeGreaterThan(0)
    expect(equity).toBeLessThan(Number(loan.amount))
    expect(value('Total')).toBe(Number(loan.amount) + equity)
    if (loan.totalCost) expect(value('Total')).toBe(Number(loan.totalCost))
    expect(value('Sources less uses')).toBe(0)
  },
  async 'rentRoll.xlsx'(loan, bytes) {
    const value = await readFigures(bytes)
    expect(
      value('Rent in place') + value('Other income and recoveries') + value('Operating expenses'),
    ).toBe(value('Net operating income'))
    expect(value('Net operating income')).toBe(Number(loan.noiInPlace))
    expect(value('Debt service coverage').toFixed(2)).toBe(creditOf(loan).dscr)
  },
}

function recourseInTermSheet({ recourse, asCompleteValue }: SampleLoan): string {
  if (recourse === 'Full') return 'Full recourse to the principals'
  if (recourse === 'Non-Recourse') return 'For bad acts and environmental matters only'
  return asCompleteValue ? 'Completion and carry guaranties' : 'A quarter of the loan'
}

async function expectTexts(bytes: Buffer, texts: string[]) {
  const found = (await pdfTexts(bytes)).flat().join(' ')
  for (const text of texts) expect(found).toContain(text)
}

async function readFigures(bytes: Buffer): Promise<(label: string) => number> {
  const cells = (await readWorkbook(bytes)).flatMap((sheet) => sheet.rows)
  const figures = new Map(cells.map(([label, value]) => [label, value]))
  return (label) => {
    const value = figures.get(label)
    if (typeof value !== 'number') throw new Error(`The workbook has no number for ${label}`)
    return value
  }
}
