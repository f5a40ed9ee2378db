import type { ExposedLoan, ExposureSlice } from '#contract/desk/exposure.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import type { Money } from '#domain/money.ts'
import { tableAsSheet, type Column, type Total } from '#server/export/tables.ts'
import { writeWorkbook } from '#server/export/workbook.ts'
import type { Figures } from './exposure.ts'

/** Larger workbooks take a long time to create and open. The loans with the largest gaps come first. */
export const maxExportedLoans = 10_000

export interface ExportedExposure {
  asOf: Date
  figures: Figures
  loans: ExposedLoan[]
}

interface NamedAmount {
  name: string
  amount: Money
  note: string
}

const figureColumns: Column<NamedAmount>[] = [
  { header: 'Figure', kind: 'text', width: 22, read: ({ name }) => name },
  { header: 'Amount ($)', kind: 'money', width: 24, read: ({ amount }) => amount },
  { header: 'What it is', kind: 'text', width: 60, read: ({ note }) => note },
]

export const namedFigures = (figures: Figures): NamedAmount[] => [
  {
    name: 'Offered',
    amount: figures.offeredAmount,
    note: `${count(figures.offeredLoans)} that accept commitments`,
  },
  { name: 'Binding', amount: figures.bindingAmount, note: 'Committed on the offered loans' },
  { name: 'Soft', amount: figures.softAmount, note: 'Indicated on the offered loans, not binding' },
  { name: 'Uncommitted', amount: figures.uncommittedAmount, note: 'Offered less binding' },
  {
    name: 'Funded',
    amount: figures.fundedAmount,
    note: count(figures.fundedLoans),
  },
]

const count = (number: number) => `${number} ${number === 1 ? 'loan' : 'loans'}`

type Slice = ExposureSlice & { estimatedAmount?: Money }

export const slicesByName = (figures: Figures): [name: string, slices: Slice[]][] => [
  ['Lender', figures.byLender],
  ['Property type', figures.byPropertyType],
  ['State', figures.byState],
  ['Maturity, estimated until funded', figures.byMaturity],
  ['Rate', figures.byRate],
]

interface SpreadRow {
  by: string
  slice: Slice
}

const spreadColumns: Column<SpreadRow>[] = [
  { header: 'By', kind: 'text', width: 30, read: ({ by }) => by },
  { header: 'Name', kind: 'text', width: 34, read: ({ slice }) => slice.name },
  { header: 'Binding amount ($)', kind: 'money', width: 24, read: ({ slice }) => slice.amount },
  { header: 'Share (%)', kind: 'percent', width: 11, read: ({ slice }) => slice.percentage },
  {
    header: 'Of it estimated ($)',
    kind: 'money',
    width: 24,
    read: ({ slice }) => slice.estimatedAmount ?? null,
  },
]

const loanColumns: Column<ExposedLoan>[] = [
  { header: 'Loan', kind: 'text', width: 36, read: ({ title }) => title },
  { header: 'Status', kind: 'text', width: 14, read: ({ status }) => loanStatusLabels[status] },
  { header: 'Amount ($)', kind: 'money', width: 24, read: ({ amount }) => amount },
  { header: 'Binding ($)', kind: 'money', width: 24, read: (loan) => loan.bindingAmount },
  { header: 'Binding (%)', kind: 'percent', width: 12, read: (loan) => loan.bindingPercentage },
  { header: 'Soft ($)', kind: 'money', width: 24, read: ({ softAmount }) => softAmount },
  { header: 'Soft (%)', kind: 'percent', width: 12, read: (loan) => loan.softPercentage },
  {
    header: 'Total interest (%)',
    kind: 'percent',
    width: 17,
    read: (loan) => loan.coveragePercentage,
  },
  { header: 'Uncommitted ($)', kind: 'money', width: 24, read: (loan) => loan.uncommittedAmount },
  { header: 'Published (UTC)', kind: 'time', width: 20, read: ({ publishedAt }) => publishedAt },
  { header: 'Last movement (UTC)', kind: 'time', width: 20, read: ({ movedAt }) => movedAt },
]

const notesOfCut = (listed: number, offered: number): Total[] =>
  listed < offered
    ? [
        {
          label: `${inGroups(listed)} of ${inGroups(offered)} loans listed, the largest gaps`,
          figures: {},
        },
      ]
    : []

const inGroups = (number: number) => number.toLocaleString('en-US')

export function exposureAsXlsx({ asOf, figures, loans }: ExportedExposure): Promise<Buffer> {
  const spread = slicesByName(figures).flatMap(([by, slices]) =>
    slices.map((slice) => ({ by, slice })),
  )
  return writeWorkbook(
    [
      tableAsSheet('Exposure', figureColumns, namedFigures(figures)),
      tableAsSheet('Concentration', spreadColumns, spread),
      tableAsSheet('Loans', loanColumns, loans, [
        {
          label: 'All offered loans',
          figures: {
            'Amount ($)': figures.offeredAmount,
            'Binding ($)': figures.bindingAmount,
            'Soft ($)': figures.softAmount,
            'Uncommitted ($)': figures.uncommittedAmount,
          },
        },
        ...notesOfCut(loans.length, figures.offeredLoans),
      ]),
    ],
    { title: `Exposure as of ${asOf.toISOString().slice(0, 10)}`, created: asOf },
  )
}
