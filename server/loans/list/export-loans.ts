/** Exports the filtered list of loans. The import recognizes the column headers, so the file can be imported again. */
import type { exportedLoansFilters } from '#contract/loans/shapes.ts'
import { creditOf, type Credit, type DscrBasis } from '#domain/loans/credit/credit.ts'
import { loanFieldNames, loanFields, type FieldKind } from '#domain/loans/fields.ts'
import { bookTakesCommitments } from '#domain/loans/dates/book-stages.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { subtractMoney, zeroMoney } from '#domain/money.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { tableAsCsv, tableAsSheet, type Column } from '#server/export/tables.ts'
import { writeWorkbook } from '#server/export/workbook.ts'
import { sendAttachment } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import { publishedLoansSeenBy } from '#server/loans/loans-seen.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import type * as z from 'zod/mini'
import { listLoans } from './list-loans.ts'

/** Larger workbooks take a long time to create and open. */
const maxExportedLoans = 10_000

interface Exported extends LoanRow {
  credit: Credit
}

const columnKinds: Record<FieldKind, Pick<Column<Exported>, 'kind' | 'width'>> = {
  text: { kind: 'text', width: 28 },
  money: { kind: 'money', width: 20 },
  percent: { kind: 'percent', width: 14 },
  rate: { kind: 'rate', width: 16 },
  quantity: { kind: 'quantity', width: 14 },
  months: { kind: 'months', width: 14 },
  day: { kind: 'day', width: 14 },
  // Times are exported as text, because the import accepts them only with a UTC offset.
  moment: { kind: 'text', width: 26 },
  choice: { kind: 'text', width: 18 },
}

const fieldColumns: Column<Exported>[] = loanFieldNames.map((field) => {
  const { header, name, kind } = loanFields[field]
  return {
    header: header ?? name,
    ...columnKinds[kind],
    read: (loan) => (loan[field] === null ? null : String(loan[field])),
  }
})

const bases: Record<DscrBasis, string> = {
  interestOnly: 'Interest-only',
  amortizing: 'Amortizing',
}

const available = (loan: Exported) =>
  takesCommitments(loan) && bookTakesCommitments(loan, new Date())
    ? subtractMoney(loan.amount, loan.committedAmount)
    : zeroMoney

const figureColumns: Column<Exported>[] = [
  ...(
    [
      ['Debt Yield', 'percent', ({ credit }) => credit.debtYield],
      ['Debt Yield, Stabilized', 'percent', ({ credit }) => credit.debtYieldStabilized],
      ['DSCR', 'ratio', ({ credit }) => credit.dscr],
      ['DSCR, Stabilized', 'ratio', ({ credit }) => credit.dscrStabilized],
      ['DSCR Basis', 'text', ({ credit }) => credit.dscrBasis && bases[credit.dscrBasis]],
      ['LTC', 'percent', ({ credit }) => credit.ltc],
      ['Amount per Unit', 'money', ({ credit }) => credit.amountPerUnit],
      ['Committed', 'percent', (loan) => loan.committedPercentage],
      ['Committed Amount', 'money', (loan) => loan.committedAmount],
      ['Soft Interest', 'percent', (loan) => loan.softPercentage],
      ['Available Amount', 'money', available],
    ] satisfies [string, Column<Exported>['kind'], Column<Exported>['read']][]
  ).map(([header, kind, read]) => ({ header, kind, width: kind === 'money' ? 20 : 16, read })),
]

const columns = [...fieldColumns, ...figureColumns]

export async function exportLoans(
  context: Context<'signedIn'>,
  filters: z.output<typeof exportedLoansFilters>,
  format: 'csv' | 'xlsx',
) {
  const { db, principal, request, reply } = context
  const reader = { principal, seen: publishedLoansSeenBy(context) }
  const rows = await listLoans(db, filters, reader, maxExportedLoans)
  const loans = rows.map((row) => ({ ...row, credit: creditOf(row) }))
  const asOf = new Date()
  const content =
    format === 'csv'
      ? tableAsCsv(columns, loans, [])
      : await writeWorkbook([tableAsSheet('Loans', columns, loans)], {
          title: 'Loans',
          created: asOf,
        })
  // Exports by unapproved accounts aren't recorded. Otherwise, these accounts could fill the audit trail.
  if (request.method !== 'HEAD' && principal.role !== 'pending')
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      person: principal.account,
      after: { scope: 'list of loans', format },
    })
  const name = `Loans ${asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}
