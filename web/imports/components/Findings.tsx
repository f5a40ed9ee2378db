import type { ImportPreview } from '#contract/imports/shapes.ts'
import { importColumns, type ImportKind } from '#domain/imports/columns.ts'
import { lacksIncome } from '#domain/imports/loans-of-rows.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatExactRate, formatRate } from '#domain/money.ts'
import { countErrors, countRows, words } from '#web/imports/words.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { Notice } from '#web/ui/display/Notice.tsx'
import { cx } from '#web/ui/cx.ts'

interface FindingsProps {
  kind: ImportKind
  found: ImportPreview
}

export function Findings({ kind, found }: FindingsProps) {
  const { missing, errors, badRows, firstErrors, importable, rows, columns, known } = found
  const { unlikelyColumns } = found
  if (missing.length > 0)
    return (
      <Notice>
        <b className="font-semibold">Choose a column for {listed(missing)}.</b> No header of this
        file has that name.
      </Notice>
    )
  const doubtful = columns.filter(({ question }) => question !== null)
  if (errors === 0 && doubtful.length > 0)
    return (
      <Notice>
        <b className="font-semibold">
          Choose the unit of {listed(doubtful.map(({ header }) => header))}.
        </b>{' '}
        The figures of {doubtful.length === 1 ? 'this column' : 'these columns'} are unlikely as
        they are.
      </Notice>
    )
  if (errors === 0 && rows === 0)
    return (
      <Notice>
        <b className="font-semibold">There are no rows below these headers.</b> Choose another sheet
        or other headers.
      </Notice>
    )
  if (errors === 0)
    return (
      <div className="grid gap-2">
        <Notice isGood={importable > 0 && unlikelyColumns.length === 0}>
          <b className="font-semibold">
            {importable > 0 ? `${words[kind].count(importable)} ready.` : 'Nothing to import.'}
          </b>{' '}
          {found.totals && describeTotals(found.totals)}
          {known > 0 && ` ${words[kind].known(known)} Skipped.`}
          {unlikelyColumns.length > 0 &&
            ` ${listed(unlikelyColumns)} ${unlikelyColumns.length === 1 ? 'has' : 'have'} unlikely figures: check the unit below.`}
        </Notice>
        <LeftOut found={found} />
      </div>
    )
  if (errors === known)
    return (
      <Notice>
        <b className="font-semibold">{words[kind].known(known)}</b> Skip{' '}
        {known === 1 ? 'it' : 'them'}, or correct your file.
      </Notice>
    )
  const more = errors - firstErrors.length
  return (
    <div className="grid gap-3">
      <Notice>
        <b className="font-semibold">
          {badRows === 1 ? '1 row has' : `${countRows(badRows)} have`} errors.
        </b>{' '}
        Correct them in your file and choose it again. Nothing is imported until every row is right.
      </Notice>
      <CellTable label="Errors" heading="Error" cells={firstErrors} />
      {more > 0 && <p className="text-muted-foreground">And {countErrors(more)} more.</p>}
    </div>
  )
}

/** Names the columns that aren't stored. */
function LeftOut({ found: { columns } }: { found: ImportPreview }) {
  const names = columns.flatMap(({ header, field }) => (field === null && header ? [header] : []))
  const fields = columns.map(({ field }) => field)
  const compared = columns.filter(({ field }) =>
    importColumns.loans.some((column) => column.field === field && column.role === 'compared'),
  )
  const headersOf = (lacks: boolean) =>
    compared.flatMap(({ header, field }) => (lacksIncome(field, fields) === lacks ? [header] : []))
  if (names.length + compared.length === 0) return null
  return (
    <Notice>
      {names.length > 0 && (
        <>
          <b className="font-semibold">Not imported:</b> {listed(names)}.{' '}
        </>
      )}
      {headersOf(false).length > 0 && `Only compared: ${listed(headersOf(false))}. `}
      {headersOf(true).length > 0 && `${listed(headersOf(true))} can't be compared without NOI. `}
    </Notice>
  )
}

/** Returns text such as "$14,200,000 in all, at 6.85% to 9.25%, LTV 58.00% to 71.50%, for 24 to 60 months." */
function describeTotals(totals: NonNullable<ImportPreview['totals']>): string {
  const { amount, lowestRate, highestRate, lowestLtv, highestLtv, shortestTerm, longestTerm } =
    totals
  const rates = rangeOf(formatExactRate(lowestRate), formatExactRate(highestRate))
  const ltvs =
    lowestLtv && highestLtv ? `, LTV ${rangeOf(formatRate(lowestLtv), formatRate(highestLtv))}` : ''
  const terms = shortestTerm === longestTerm ? '' : `${shortestTerm} to `
  return `${formatDollars(amount)} in all, at ${rates}${ltvs}, for ${terms}${formatTerm(longestTerm)}.`
}

const rangeOf = (lowest: string, highest: string) =>
  lowest === highest ? lowest : `${lowest} to ${highest}`

/** Lists imported figures that differ from those in the file, and unlikely values. */
export function Notes({ found: { notes, firstNotes } }: { found: ImportPreview }) {
  const more = notes - firstNotes.length
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">
        {notes === 1 ? 'One Note' : `${notes.toLocaleString('en-US')} Notes`}
      </h3>
      <CellTable label="Notes" heading="Note" cells={firstNotes} />
      {more > 0 && (
        <p className="text-muted-foreground">And {more.toLocaleString('en-US')} more.</p>
      )}
    </div>
  )
}

interface CellTableProps {
  label: string
  heading: string
  cells: ImportPreview['firstErrors']
}

function CellTable({ label, heading, cells }: CellTableProps) {
  return (
    <div className="overflow-clip rounded-lg border [--table-top:3.5rem]">
      <Table label={label}>
        <TableHead>
          <HeaderCell>Row</HeaderCell>
          <HeaderCell className="max-sm:hidden">Column</HeaderCell>
          <HeaderCell className="max-sm:hidden">Value</HeaderCell>
          <HeaderCell>{heading}</HeaderCell>
        </TableHead>
        <TableBody>
          {cells.map(({ row, column, value, message }) => (
            <TableRow key={`${row} ${column}`}>
              <Cell className={cx(cell, 'tabular-nums')}>{row}</Cell>
              <Cell className={cx(cell, 'max-sm:hidden')}>{column ?? 'The whole row'}</Cell>
              <Cell className={cx(cell, 'max-w-48 break-words max-sm:hidden')}>
                {value || <span className="text-muted-foreground">Blank</span>}
              </Cell>
              <Cell className={cx(cell, 'text-pretty')}>
                {message}
                <span className="block text-xs break-all text-muted-foreground sm:hidden">
                  {column ?? 'The whole row'}: {value || 'Blank'}
                </span>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const cell = 'h-auto! py-2 align-top'

const mostListed = 8

function listed(names: string[]): string {
  const more = names.length - mostListed
  const shown = more > 1 ? [...names.slice(0, mostListed), `${more} more`] : names
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(shown)
}
