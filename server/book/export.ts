/** Exports a loan's book for spreadsheets: its entries and totals, and who holds what. */
import type { Book, BookEntry, BookHolder } from '#contract/book/shapes.ts'
import { sumMoney, wholePercent, type Money, type Percent } from '#domain/money.ts'
import type { Cell, Workbook } from 'exceljs'
import { csvMark, csvRecord, harmless, harmlessInCsv } from '#server/export/csv.ts'

/** A column's type; texts come from users and are escaped against formulas. */
type Kind = 'text' | 'money' | 'percent' | 'months' | 'time'

interface Column<Row> {
  header: string
  kind: Kind
  /** In characters. */
  width: number
  /** A decimal text, a text, or a time in ISO 8601 UTC, depending on `kind`. */
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

/** The totals below the lines, in the columns of share and amount. */
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
  if (kind === 'text') return harmlessInCsv(value)
  return kind === 'time' && value ? `${value.slice(0, 19)}Z` : value
}

/** A workbook (Office Open XML) with lines and totals on one sheet and holders on another. */
export async function bookAsXlsx(book: Book): Promise<Buffer> {
  // Loaded on demand: it is large, and most processes never export a book.
  const { default: excel } = await import('exceljs')
  const workbook = new excel.Workbook()
  workbook.title = `Book of ${harmless(book.loan.title)}`
  workbook.created = new Date()
  const lines = addSheet(workbook, sheetName(book.loan.title), lineColumns, book.entries)
  lines.addRow([])
  for (const { label, share, amount } of totalsOf(book)) {
    const row = lines.addRow([label])
    row.font = { bold: true }
    fill(row.getCell(shareColumn + 1), 'percent', share)
    fill(row.getCell(amountColumn + 1), 'money', amount)
  }
  addSheet(workbook, 'Holders', holderColumns, book.holders)
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

/** A sheet's name has at most 31 characters, some not allowed; `Holders` is the other sheet. */
function sheetName(title: string): string {
  const name = harmless(title)
    .replaceAll(/[\\/*?:[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 31)
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/^[' ]+|[' ]+$/g, '')
  return ['', 'holders', 'history'].includes(name.toLowerCase()) ? `Book ${name}`.trim() : name
}

function addSheet<Row>(
  workbook: Workbook,
  name: string,
  columns: Column<Row>[],
  rows: readonly Row[],
) {
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  })
  sheet.pageSetup.printTitlesRow = '1:1'
  sheet.columns = columns.map(({ width }) => ({ width }))
  const head = sheet.addRow(columns.map(({ header }) => header))
  head.font = { bold: true }
  head.eachCell((cell, number) => {
    const isText = columns[number - 1]?.kind === 'text'
    cell.alignment = { horizontal: isText ? 'left' : 'right' }
  })
  for (const row of rows) {
    const cells = sheet.addRow([])
    for (const [index, { kind, read }] of columns.entries())
      fill(cells.getCell(index + 1), kind, read(row))
  }
  return sheet
}

const formats: Partial<Record<Kind, string>> = {
  money: '#,##0.00',
  percent: '0.00%',
  months: '0',
  time: 'yyyy-mm-dd hh:mm',
}

/** A figure as a number: the largest have the 15 digits that a spreadsheet keeps. */
function fill(cell: Cell, kind: Kind, value: string | null) {
  const format = formats[kind]
  if (format) cell.numFmt = format
  if (value === null) return
  if (kind === 'text') cell.value = harmless(value)
  else if (kind === 'time') cell.value = new Date(value)
  // Parsed as a fraction directly, so that it is rounded once: "7.10" percent is 0.071.
  else cell.value = Number(kind === 'percent' ? `${value}e-2` : value)
}
