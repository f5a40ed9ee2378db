import type { Book, BookEntry, BookHolder } from '#contract/book/shapes.ts'
import { formatInstruction } from '#domain/book/instructions.ts'
import { sumMoney, wholePercent, type Money, type Percent } from '#domain/money.ts'
import {
  printable,
  tableAsCsv,
  tableAsSheet,
  type Column,
  type Total,
} from '#server/export/tables.ts'
import { writeWorkbook } from '#server/export/workbook.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { readBook } from './entries.ts'

const words = {
  active: 'Active',
  withdrawn: 'Withdrawn',
  released: 'Released',
  lapsed: 'Lapsed',
  true: 'Soft',
  false: 'Binding',
} satisfies Record<BookEntry['status'] | BookEntry['isSoftCommit'], string>

const lineColumns: Column<BookEntry>[] = [
  { header: 'Lender', kind: 'text', width: 28, read: (line) => line.lenderName },
  { header: 'Email', kind: 'text', width: 32, read: (line) => line.lenderEmail },
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
  {
    header: 'Acted by',
    kind: 'text',
    width: 24,
    read: (line) => line.instruction?.actedBy ?? line.withdrawnBy,
  },
  {
    header: 'On the word of',
    kind: 'text',
    width: 36,
    read: (line) => line.instruction && formatInstruction(line.instruction),
  },
  { header: 'Company', kind: 'text', width: 32, read: (line) => line.lenderCompanyName },
  { header: 'Firm', kind: 'text', width: 28, read: (line) => line.firmName },
  { header: 'Person', kind: 'text', width: 28, read: (line) => line.personName },
]

const holderColumns: Column<BookHolder>[] = [
  { header: 'Lender', kind: 'text', width: 28, read: (holder) => holder.lenderName },
  { header: 'Email', kind: 'text', width: 32, read: (holder) => holder.lenderEmail },
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
  { header: 'Company', kind: 'text', width: 32, read: (holder) => holder.lenderCompanyName },
]

const totalsOf = ({ totals, loan }: Book): Total[] => [
  total('Total binding', totals.bindingPercentage, totals.bindingAmount),
  total('Total soft', totals.softPercentage, totals.softAmount),
  total(
    'Total interest (binding + soft)',
    totals.coveragePercentage,
    sumMoney([totals.bindingAmount, totals.softAmount]),
  ),
  total('Available', totals.availablePercentage, totals.availableAmount),
  total('Loan', wholePercent(100), loan.amount),
]

const total = (label: string, share: Percent, amount: Money): Total => ({
  label,
  figures: { 'Share (%)': share, 'Amount ($)': amount },
})

const bookAsCsv = (book: Book): Buffer => tableAsCsv(lineColumns, book.entries, totalsOf(book))

export const bookAsXlsx = (book: Book): Promise<Buffer> =>
  writeWorkbook(
    [
      tableAsSheet(sheetName(book.loan.title), lineColumns, book.entries, totalsOf(book)),
      tableAsSheet('Holders', holderColumns, book.holders),
    ],
    { title: `Book of ${printable(book.loan.title)}`, created: new Date() },
  )

/** A sheet's name has at most 31 characters, can't contain some special characters, and must differ from `Holders`. */
function sheetName(title: string): string {
  const name = printable(title)
    .replaceAll(/[\\/*?:[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 31)
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/^[' ]+|[' ]+$/g, '')
  return ['', 'holders', 'history'].includes(name.toLowerCase()) ? `Book ${name}`.trim() : name
}

/** Records the export before its first byte is sent. A HEAD request returns no content, so it isn't recorded. */
export async function sendBook(context: Context<'admin'>, loanId: string, format: 'csv' | 'xlsx') {
  const { db, request, principal, reply } = context
  const book = await readBook(context, loanId)
  const { loan } = book
  const content = format === 'csv' ? bookAsCsv(book) : await bookAsXlsx(book)
  if (request.method !== 'HEAD')
    await record(db, actorOf(request, principal), { kind: 'bookExported', loan, after: { format } })
  return sendAttachment(reply, { name: `Book - ${loan.title}`, format, content })
}
