/**
 * Exports of a lender's position: a statement, and spreadsheets with totals by loan. Exports are recorded in the audit
 * trail.
 */
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import type { SignedInAccount } from '#server/sign-in/principal.ts'
import { tableAsCsv, tableAsSheet, type Column, type Total } from '#server/export/tables.ts'
import { writeWorkbook } from '#server/export/workbook.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { sendAttachment, type AttachmentFormat } from '#server/http/attachment.ts'
import type { Context } from '#server/http/mount.ts'
import type { OwnCommitment } from './lines.ts'
import { type Holding, type OwnPosition, readPosition } from './position.ts'
import { positionAsPdf, type StatementParts } from './position-pdf.ts'
import { sql } from 'drizzle-orm'

interface Line {
  own: OwnCommitment
  holding: Pick<Holding, 'loan' | 'maturity'>
}

const loanColumns: Column<Pick<Holding, 'loan' | 'maturity'>>[] = [
  { header: 'Loan', kind: 'text', width: 34, read: ({ loan }) => loan.title },
  { header: 'Borrower', kind: 'text', width: 28, read: ({ loan }) => loan.borrowerName },
  { header: 'Property address', kind: 'text', width: 40, read: ({ loan }) => loan.propertyAddress },
  { header: 'Property type', kind: 'text', width: 22, read: ({ loan }) => loan.propertyType },
  {
    header: 'Loan status',
    kind: 'text',
    width: 14,
    read: ({ loan }) => loanStatusLabels[loan.status],
  },
  {
    header: 'Interest rate (%)',
    kind: 'rate',
    width: 16,
    read: ({ loan }) => exactRate(loan),
  },
  { header: 'Term (months)', kind: 'months', width: 14, read: ({ loan }) => `${loan.term}` },
  { header: 'Maturity', kind: 'day', width: 12, read: ({ maturity }) => maturity },
  { header: 'Loan amount ($)', kind: 'money', width: 24, read: ({ loan }) => loan.amount },
]

const lineColumns: Column<Line>[] = [
  ...loanColumns.map(({ read, ...column }) => ({
    ...column,
    read: ({ holding }: Line) => read(holding),
  })),
  {
    header: 'Kind',
    kind: 'text',
    width: 10,
    read: ({ own }) => (own.isSoftCommit ? 'Soft' : 'Binding'),
  },
  { header: 'Share (%)', kind: 'percent', width: 11, read: ({ own }) => own.percentage },
  { header: 'Amount ($)', kind: 'money', width: 24, read: ({ own }) => own.amount },
  { header: 'Made (UTC)', kind: 'time', width: 20, read: ({ own }) => own.createdAt },
]

const holdingColumns: Column<Holding>[] = [
  ...loanColumns,
  {
    header: 'Binding share (%)',
    kind: 'percent',
    width: 18,
    read: (holding) => holding.bindingPercentage,
  },
  {
    header: 'Binding amount ($)',
    kind: 'money',
    width: 24,
    read: (holding) => holding.bindingAmount,
  },
  {
    header: 'Soft share (%)',
    kind: 'percent',
    width: 16,
    read: (holding) => holding.softPercentage,
  },
  { header: 'Soft amount ($)', kind: 'money', width: 24, read: (holding) => holding.softAmount },
]

/** The last row shows the time of the position, because the file name contains only the day and can be changed. */
const timeOf = ({ asOf }: OwnPosition): Total => ({
  label: `As of ${asOf.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  figures: {},
})

/** The weighted rate applies to the binding amounts, so it is next to their total. */
const totalsOfLines = ({ totals }: OwnPosition): Total[] => [
  {
    label: 'Total binding',
    figures: { 'Interest rate (%)': totals.weightedRate, 'Amount ($)': totals.bindingAmount },
  },
  { label: 'Total soft', figures: { 'Amount ($)': totals.softAmount } },
  { label: 'Annual interest on binding', figures: { 'Amount ($)': totals.annualInterest } },
]

const totalsOfHoldings = ({ totals }: OwnPosition): Total[] => [
  {
    label: 'Total',
    figures: {
      'Interest rate (%)': totals.weightedRate,
      'Binding amount ($)': totals.bindingAmount,
      'Soft amount ($)': totals.softAmount,
    },
  },
]

const linesOf = ({ holdings }: OwnPosition): Line[] =>
  holdings.flatMap((holding) => holding.lines.map((own) => ({ own, holding })))

const positionAsCsv = (position: OwnPosition): Buffer =>
  tableAsCsv(lineColumns, linesOf(position), [...totalsOfLines(position), timeOf(position)])

const positionAsXlsx = (position: OwnPosition): Promise<Buffer> =>
  writeWorkbook(
    [
      tableAsSheet('Commitments', lineColumns, linesOf(position), [
        ...totalsOfLines(position),
        timeOf(position),
      ]),
      tableAsSheet('Loans', holdingColumns, position.holdings, [
        ...totalsOfHoldings(position),
        timeOf(position),
      ]),
    ],
    { title: 'Position', created: position.asOf },
  )

export async function sendPosition(context: Context<'signedIn'>, format: AttachmentFormat) {
  const { db, principal, request, reply } = context
  const position = await readPosition(db, principal)
  const content = await contentOf(context, position, format)
  // The export is recorded before the first byte is sent. HEAD requests and empty positions contain no data and aren't
  // recorded. Otherwise, new accounts could fill the audit trail.
  if (request.method !== 'HEAD' && position.holdings.length > 0)
    await record(db, actorOf(request, principal), {
      kind: 'bookExported',
      person: principal.account,
      after: { scope: 'own position', format },
    })
  const kind = format === 'pdf' ? 'Statement' : 'Position'
  const name = `${kind} ${position.asOf.toISOString().slice(0, 10)}`
  return sendAttachment(reply, { name, format, content })
}

const contentOf = async (
  { db, config, principal }: Context<'signedIn'>,
  position: OwnPosition,
  format: AttachmentFormat,
) => {
  if (format === 'csv') return positionAsCsv(position)
  if (format === 'xlsx') return positionAsXlsx(position)
  const lender = await lenderOf(db, principal.account)
  return positionAsPdf({ company: config.company, lender, position })
}

/** The firm and, below its name, the person; or only the person if the firm goes by the name of its first person. */
async function lenderOf(
  db: Queryable,
  account: SignedInAccount,
): Promise<StatementParts['lender']> {
  const { rows } = await db.execute<{ name: string | null }>(
    sql`select ${ownNameOf(sql`${account.firmId}::uuid`)} as name`,
  )
  const name = rows[0]?.name
  return name
    ? { firstName: name, lastName: '', email: account.email, companyName: fullName(account) }
    : account
}
