import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ImportPreview } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { countErrors, countRows, words } from '#web/imports/words.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'

interface FindingsProps {
  kind: ImportKind
  found: ImportPreview
}

export function Findings({ kind, found }: FindingsProps) {
  const { missing, errors, badRows, firstErrors, importable, rows, columns, notes } = found
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
      <Notice isGood={notes === 0}>
        <b className="font-semibold">
          {importable === rows
            ? `${importable === 1 ? 'The row is' : `All ${countRows(rows)} are`} ready.`
            : `${words[kind].count(importable)} ready.`}
        </b>{' '}
        All of them are imported, or none if something goes wrong.
        {notes > 0 && ' Read the notes below first.'}
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

function Notice({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <div
      role="status"
      className={cx(
        'flex items-start gap-2.5 rounded-lg px-3 py-2.5 text-pretty',
        isGood ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>{children}</p>
    </div>
  )
}

const listed = (names: string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names)
