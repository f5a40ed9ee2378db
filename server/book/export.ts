/** A loan's book as files that a spreadsheet opens: its lines and totals, and who holds what. */
import type { Book, BookEntry, BookHolder } from '#contract/book/shapes.ts'
import { sumMoney, wholePercent, type Money, type Percent } from '#domain/money.ts'
import { csvMark, csvRecord, escapeFormula, escapeFormulaInCsv } from '#server/export/csv.ts'
import {
  writeWorkbook,
  type CellStyle,
  type Sheet,
  type SheetCell,
} from '#server/export/workbook.ts'

/** What a column holds; texts are other people's words, and are made escapeFormula. */
type Kind = 'text' | 'money' | 'percent' | 'months' | 'time'

interface Column<Row> {
  header: string
  kind: Kind
  /** In letters. */
  width: number
  /** Decimal text, a text, or a time in ISO 8601 UTC, as `kind` says. */
  read: (row: Row) => string | null
}

const words = {
  active: 'Active',
  withdrawn: 'Withdrawn',
  released: 'Released',
  true: 'Soft',
  false: 'Binding',
} satisfies Record<BookEntry['status'] | BookEntry['isSoftCommit'], string>

const lineColumns: Column<BookEntry>[] = [
  { header: 'Lender', kind: 'text', width: 28, read: (line) => line.lenderName },
  { header: 'E-mail', kind: 'text', width: 32, read: (line) => line.lenderEmail },
  { header: 'Kind', kind: 'text', width: 10, read: (line) => words[line.isSoftCommit] },
  { header: 'Status', kind: 'text', width: 12, read: (line) => words[line.status] },
  { header: 'Share (%)', kind: 'percent', width: 11, read: (line) => line.percentage },
  { header: 'Amount ($)', kind: 'money', width: 24, read: (line) => line.amount },
  { header: 'Made (UTC)', kind: 'time', width: 20, read: (line) => line.createdAt },
  { header: 'Recorded by', kind: 'text', width: 24, read: (line) => line.recordedBy },
  { header: 'Ended (UTC)', kind: 'time', width: 20, read: (line) => line.endedAt },
  { header: 'Released by', kind: 'text', width: 24, read: (line) => line.releasedBy },
  { header: 'Release reason', kind: 'text', width: 40, read: (line) => line.releaseReason },
  { header: 'Loan amount ($)', kind: 'money', width: 24, read: (line) => line.loanAmount },
  { header: 'Interest rate (%)', kind: 'percent', width: 16, read: (line) => line.interestRate },
  { header: 'Term (months)', kind: 'months', width: 14, read: (line) => `${line.term}` },
]

const holderColumns: Column<BookHolder>[] = [
  { header: 'Lender', kind: 'text', width: 28, read: (holder) => holder.lenderName },
  { header: 'E-mail', kind: 'text', width: 32, read: (holder) => holder.lenderEmail },
  {
    header: 'Binding share (%)',
    kind: 'percent',
    width: 18,
    read: (holder) => holder.bindingPercentage,
  },
  {
    header: 'Binding amount ($)',
    kind: 'money',
    width: 24,
    read: (holder) => holder.bindingAmount,
  },
  { header: 'Soft share (%)', kind: 'percent', width: 16, read: (holder) => holder.softPercentage },
  { header: 'Soft amount ($)', kind: 'money', width: 24, read: (holder) => holder.softAmount },
]

/** The totals stand below the lines, each under the columns of share and amount. */
const totalsOf = ({ totals, loan }: Book): { label: string; share: Percent; amount: Money }[] => [
  { label: 'Total binding', share: totals.bindingPercentage, amount: totals.bindingAmount },
  { label: 'Total soft', share: totals.softPercentage, amount: totals.softAmount },
  {
    label: 'Total binding and soft',
    share: totals.coveragePercentage,
    amount: sumMoney([totals.bindingAmount, totals.softAmount]),
  },
  { label: 'Available', share: totals.availablePercentage, amount: totals.availableAmount },
  { label: 'Loan', share: wholePercent(100), amount: loan.amount },
]
const shareColumn = lineColumns.findIndex(({ header }) => header === 'Share (%)')
const amountColumn = lineColumns.findIndex(({ header }) => header === 'Amount ($)')

/** As comma-separated values. */
export function bookAsCsv(book: Book): Buffer {
  const records = [
    lineColumns.map(({ header }) => header),
    ...book.entries.map((line) => lineColumns.map((column) => csvText(column, line))),
    ...totalsOf(book).map(({ label, share, amount }) =>
      lineColumns.map((_column, index) =>
        index === 0 ? label : index === shareColumn ? share : index === amountColumn ? amount : '',
      ),
    ),
  ]
  return Buffer.from(csvMark + records.map(csvRecord).join(''))
}

function csvText<Row>({ kind, read }: Column<Row>, row: Row): string {
  const value = read(row) ?? ''
  if (kind === 'text') return escapeFormulaInCsv(value)
  return kind === 'time' && value ? `${value.slice(0, 19)}Z` : value
}

/** A workbook (Office Open XML) with the lines and totals on one sheet and the holders on another. */
export function bookAsXlsx(book: Book): Promise<Buffer> {
  const lines = makeSheet(sheetName(book.loan.title), lineColumns, book.entries)
  lines.rows.push([], ...totalsOf(book).map(totalRow))
  return writeWorkbook([lines, makeSheet('Holders', holderColumns, book.holders)], {
    title: `Book of ${escapeFormula(book.loan.title)}`,
    created: new Date(),
  })
}

const totalRow = ({ label, share, amount }: ReturnType<typeof totalsOf>[number]): SheetCell[] =>
  lineColumns.slice(0, Math.max(shareColumn, amountColumn) + 1).map((_column, index) => {
    if (index === shareColumn) return cellOf('percent', share, bold)
    if (index === amountColumn) return cellOf('money', amount, bold)
    return cellOf('text', index === 0 ? label : null, bold)
  })

/** A sheet's name has 31 letters at most and not all of them; `Holders` is the other sheet's. */
function sheetName(title: string): string {
  const name = escapeFormula(title)
    .replaceAll(/[\\/*?:[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 31)
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/^[' ]+|[' ]+$/g, '')
  return ['', 'holders', 'history'].includes(name.toLowerCase()) ? `Book ${name}`.trim() : name
}

const bold: CellStyle = { font: { bold: true } }

const makeSheet = <Row>(name: string, columns: Column<Row>[], rows: readonly Row[]): Sheet => ({
  name,
  widths: columns.map(({ width }) => width),
  freezePane: { rows: 1 },
  pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  repeatsFirstRow: true,
  rows: [
    columns.map(({ header, kind }) => ({
      value: header,
      style: { ...bold, alignment: { horizontal: kind === 'text' ? 'left' : 'right' } },
    })),
    ...rows.map((row) => columns.map(({ kind, read }) => cellOf(kind, read(row)))),
  ],
})

const formats: Partial<Record<Kind, string>> = {
  money: '#,##0.00',
  percent: '0.00%',
  months: '0',
  time: 'yyyy-mm-dd hh:mm',
}

function cellOf(kind: Kind, text: string | null, style: CellStyle = {}): SheetCell {
  const numFmt = formats[kind]
  return { value: text && valueOf(kind, text), style: numFmt ? { ...style, numFmt } : style }
}

/** A figure as a real number: the largest of them has the 15 digits that a spreadsheet keeps. */
function valueOf(kind: Kind, text: string): string | number | Date {
  if (kind === 'text') return escapeFormula(text)
  if (kind === 'time') return new Date(text)
  // Read as a fraction at once, so that it is rounded once: "7.10" per cent is 0.071.
  return Number(kind === 'percent' ? `${text}e-2` : text)
}
