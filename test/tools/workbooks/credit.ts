/**
 * Computes the sample loans' credit figures with formulas in LibreOffice, and compares them with the server's
 * responses. After a build, run `npx tsx test/tools/workbooks/credit.ts`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Loan } from '#contract/loans/shapes.ts'
import { yearlyDebtService } from '#domain/loans/credit/credit.ts'
import { writeWorkbook, type SheetCell } from '#server/export/workbook.ts'
import { startSampleProduct } from '#test/support/product.ts'
import { showWorkbooks } from './libre-office.ts'

/** The minimum number of sample loans with a debt service coverage ratio. */
const minLoans = 30

/** The cells of columns A to I. The rate is a formula so that LibreOffice parses its decimals. */
const given = (loan: Loan): SheetCell[] => [
  { value: loan.id },
  numberCell(loan.amount),
  { value: null, formula: `${loan.noteRate ?? loan.interestRate}/100` },
  ...[loan.noiInPlace, loan.noiStabilized, loan.interestOnlyMonths].map(numberCell),
  ...[loan.amortizationMonths, loan.totalCost, loan.size].map(numberCell),
]
const numberCell = (figure: string | number | null) => ({
  value: figure === null ? null : Number(figure),
})

const isInterestOnly = (row: number) => `OR(F${row}>0,G${row}="")`
const unlessBlank = (cell: string, formula: string) => `IF(${cell}="","",${formula})`
const percentOf = (part: string, all: string) => `ROUND(100*${part}/${all},2)`
/** Returns a formula for a debt service coverage ratio. A ratio below 1 isn't rounded up to 1. */
const coverage = (noi: string, service: string) =>
  `IF(AND(${noi}<${service},ROUND(${noi}/${service},2)=1),0.99,ROUND(${noi}/${service},2))`

interface Figure {
  formula: (row: number) => string
  answered: (loan: Loan) => string | null
}

const figures: Record<string, Figure> = {
  debtService: {
    formula: (row) =>
      `IF(${isInterestOnly(row)},B${row}*C${row},-12*PMT(C${row}/12,G${row},B${row}))`,
    answered: yearlyDebtService,
  },
  dscr: {
    formula: (row) => unlessBlank(`D${row}`, coverage(`D${row}`, `J${row}`)),
    answered: ({ credit }) => credit.dscr,
  },
  dscrStabilized: {
    formula: (row) => unlessBlank(`E${row}`, coverage(`E${row}`, `J${row}`)),
    answered: ({ credit }) => credit.dscrStabilized,
  },
  dscrBasis: {
    formula: (row) =>
      `IF(AND(D${row}="",E${row}=""),"",IF(${isInterestOnly(row)},"interestOnly","amortizing"))`,
    answered: ({ credit }) => credit.dscrBasis,
  },
  debtYield: {
    formula: (row) => unlessBlank(`D${row}`, percentOf(`D${row}`, `B${row}`)),
    answered: ({ credit }) => credit.debtYield,
  },
  debtYieldStabilized: {
    formula: (row) => unlessBlank(`E${row}`, percentOf(`E${row}`, `B${row}`)),
    answered: ({ credit }) => credit.debtYieldStabilized,
  },
  ltc: {
    formula: (row) => unlessBlank(`H${row}`, percentOf(`B${row}`, `H${row}`)),
    answered: ({ credit }) => credit.ltc,
  },
  amountPerUnit: {
    formula: (row) => unlessBlank(`I${row}`, `ROUND(B${row}/I${row},2)`),
    answered: ({ credit }) => credit.amountPerUnit,
  },
}

async function readLoans(): Promise<Loan[]> {
  const product = await startSampleProduct()
  try {
    const answer = await fetch(`${product.address}/api/loans?limit=1000`)
    // The response is cast to its type without validation.
    return (await answer.json()) as Loan[]
  } finally {
    await product.stop()
  }
}

async function compute(loans: Loan[]): Promise<Map<string, Record<string, string>>> {
  // The cells have no stored results so that LibreOffice must compute them.
  const rows = loans.map((loan, index) => [
    ...given(loan),
    ...Object.values(figures).map(({ formula }) => ({
      ...{ value: null, formula: formula(index + 1), style: { numFmt: '0.00' } },
    })),
  ])
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-credit-'))
  try {
    const file = path.join(folder, 'credit_.xlsx')
    await writeFile(file, await writeWorkbook([{ name: 'Credit', widths: [], rows }], {}))
    const text = (await showWorkbooks([file], folder, 0)).get('credit') ?? ''
    return new Map(
      text.split('\n').map((line) => {
        const [id = '', ...cells] = line.split(',')
        const results = cells.slice(8)
        const named = Object.keys(figures).map((name, index) => [name, results[index] ?? ''])
        return [id, Object.fromEntries(named) as Record<string, string>]
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

const loans = await readLoans()
const computed = await compute(loans)
const differences = loans.flatMap((loan) =>
  Object.entries(figures).flatMap(([name, { answered }]) => {
    const [ours, theirs] = [answered(loan) ?? '', computed.get(loan.id)?.[name]]
    return ours === theirs ? [] : `${loan.title}: ${name} is ${ours}, in LibreOffice ${theirs}`
  }),
)

const both = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' → ')
const print = (...cells: (string | undefined)[]) =>
  process.stdout.write(`| ${cells.map((cell) => cell ?? '').join(' | ')} |\n`)
print('Loan', 'NOI', 'Debt service', 'Basis', 'DSCR', 'Debt yield (%)', 'LTC (%)')
print(...Array.from({ length: 7 }, () => '---'))
for (const loan of loans) {
  const row = computed.get(loan.id) ?? {}
  const debtYield = both(row.debtYield, row.debtYieldStabilized)
  print(
    ...[loan.title, both(loan.noiInPlace, loan.noiStabilized), row.debtService, row.dscrBasis],
    ...[both(row.dscr, row.dscrStabilized), debtYield, row.ltc],
  )
}
const covered = loans.filter(({ credit }) => credit.dscrBasis !== null)
process.stdout.write(
  `${loans.length} loans, ${covered.length} with a coverage ratio, ${differences.length} differences\n`,
)
for (const difference of differences) process.stdout.write(`${difference}\n`)
if (differences.length > 0 || covered.length < minLoans) process.exitCode = 1
