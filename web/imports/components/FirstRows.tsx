import type { ImportPreview } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { formatLoanField, loanFieldLabel, showLoanField } from '#domain/loans/field-texts.ts'
import { isLoanField, loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import { loanStatusLabels, parseLoanStatus } from '#domain/loans/statuses.ts'
import { words } from '#web/imports/words.ts'
import { cx } from '#web/ui/cx.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'

interface FirstRowsProps {
  kind: ImportKind
  first: ImportPreview['first']
}

/** The first loans or lenders as they will be stored. Phones show only one record. */
export function FirstRows({ kind, first }: FirstRowsProps) {
  const fields = namesOf(kind).filter(([field]) => first.some(({ values }) => field in values))
  const inWide = (place: number) => cx(place > 0 && 'max-sm:hidden', place > 1 && 'max-lg:hidden')
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{words[kind].first}</h3>
      <div className="overflow-clip rounded-lg border [--table-top:3.5rem]">
        <Table label={words[kind].first}>
          <TableHead>
            <HeaderCell>Field</HeaderCell>
            {first.map(({ row }, place) => (
              <HeaderCell key={row} className={inWide(place)}>{`Row ${row}`}</HeaderCell>
            ))}
          </TableHead>
          <TableBody>
            {fields.map(([field, name]) => (
              <TableRow key={field}>
                <Cell className={cx(compact, 'w-48 text-muted-foreground max-sm:w-36')}>
                  {name}
                </Cell>
                {first.map(({ row, values }, place) => (
                  <Cell
                    key={row}
                    className={cx(compact, 'break-words tabular-nums', inWide(place))}
                  >
                    {shownIn(kind, field, values[field]) ?? '–'}
                  </Cell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  )
}

const compact = 'h-auto! py-1.5 align-top'

const namesOf = (kind: ImportKind): readonly (readonly [field: string, name: string])[] =>
  kind === 'loans' ? loanFieldNames.map((field) => [field, loanFieldLabel(field)]) : lenderFields

const lenderFields = [
  ['email', 'Email'],
  ['name', 'Name'],
  ['firstName', 'First Name'],
  ['lastName', 'Last Name'],
  ['companyName', 'Company'],
  ['isApproved', 'Approved'],
  ['note', 'Note'],
] as const

const maxLength = 160

function shownIn(kind: ImportKind, field: string, value: string | number | undefined) {
  if (value === undefined) return null
  if (field === 'isApproved') return value === 'true' ? 'Yes' : 'No'
  const text = String(value)
  const status = field === 'status' ? parseLoanStatus(text) : null
  // Imported loans are drafts. The status takes effect once they are published.
  if (status) return `Draft, then ${loanStatusLabels[status]}`
  if (kind === 'lenders' || !isLoanField(field)) return shorten(text)
  const isFigure = ['money', 'quantity'].includes(loanFields[field].kind)
  return isFigure ? formatLoanField(field, text) : shorten(showLoanField(field, text) ?? text)
}

const shorten = (text: string) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
