import type { ImportPreview } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { formatLoanField, loanFieldLabel, showLoanField } from '#domain/loans/field-texts.ts'
import { isLoanField, loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import { loanStatusLabels, parseLoanStatus } from '#domain/loans/statuses.ts'
import { words } from '#web/imports/words.ts'
import { cx } from '#web/ui/cx.ts'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'

interface FirstRowsProps {
  kind: ImportKind
  found: ImportPreview
}

type FirstRow = ImportPreview['first'][number]

/** Each of the first loans or lenders as one line. All fields of the first three are folded below. */
export function FirstRows({ kind, found: { first, importable } }: FirstRowsProps) {
  const figures = lineFigures[kind].filter(({ show }) => first.some((row) => show(row)))
  const more = importable - first.length
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{words[kind].first}</h3>
      <div className="overflow-clip rounded-lg border [--table-top:3.5rem]">
        <Table label={words[kind].first}>
          <TableHead className="max-sm:sr-only">
            <HeaderCell>Row</HeaderCell>
            <HeaderCell className="px-0!">{kind === 'loans' ? 'Loan' : 'Lender'}</HeaderCell>
            {figures.map(({ name }) => (
              <HeaderCell key={name} numeric>
                {name}
              </HeaderCell>
            ))}
          </TableHead>
          <TableBody>
            {first.map((row) => (
              <TableRow key={row.row}>
                <Cell className={cx(compact, 'w-px text-muted-foreground tabular-nums')}>
                  {row.row}
                </Cell>
                <Cell className={cx(compact, 'px-0! wrap-anywhere max-sm:w-full max-sm:max-w-0')}>
                  <span className="block font-medium max-sm:truncate">
                    {row.values[kind === 'loans' ? 'title' : 'email']}
                  </span>
                  <span className="block text-xs text-muted-foreground max-sm:truncate">
                    {describeParty(kind, row)}
                  </span>
                </Cell>
                {figures.map(({ name, show }, place) => (
                  <Cell
                    key={name}
                    numeric
                    className={cx(compact, 'tabular-nums', place > 0 && 'max-sm:hidden')}
                  >
                    {show(row) ?? <Dash label="Blank" />}
                    {place === 0 && figures.length > 1 && (
                      <span className="block text-xs text-muted-foreground sm:hidden">
                        {figures
                          .slice(1)
                          .flatMap((figure) => figure.show(row) ?? [])
                          .join(' · ')}
                      </span>
                    )}
                  </Cell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {more > 0 && <p className="text-muted-foreground">And {words[kind].count(more)} more.</p>}
      <details>
        <summary className="cursor-pointer max-md:py-1.5">{words[kind].allFields}</summary>
        <AllFields kind={kind} first={first.slice(0, 3)} />
      </details>
    </div>
  )
}

const describeParty = (kind: ImportKind, { values }: FirstRow) =>
  kind === 'loans'
    ? values['borrowerName']
    : [values['companyName'], values['name'] ?? [values['firstName'], values['lastName']].join(' ')]
        .filter((text) => String(text ?? '').trim())
        .join(', ')

/** The figures of a line. Phones show all but the first below it. */
const lineFigures: Record<ImportKind, { name: string; show: (row: FirstRow) => string | null }[]> =
  {
    loans: [
      {
        name: 'Amount',
        show: ({ values }) =>
          formatLoanField('amount', values['amount'])?.replace(/\.00$/, '') ?? null,
      },
      {
        name: 'Rate',
        show: ({ values: { noteRate, interestRate } }) =>
          formatLoanField('noteRate', noteRate) ?? formatLoanField('interestRate', interestRate),
      },
      { name: 'LTV', show: ({ values }) => formatLoanField('ltv', values['ltv']) },
    ],
    lenders: [
      {
        name: 'Approved',
        show: ({ values }) => shownIn('lenders', 'isApproved', values['isApproved']),
      },
    ],
  }

/** The first loans or lenders side by side. Phones show only one of them. */
function AllFields({ kind, first }: { kind: ImportKind; first: readonly FirstRow[] }) {
  const fields = namesOf(kind).filter(([field]) => first.some(({ values }) => field in values))
  const inWide = (place: number) => cx(place > 0 && 'max-sm:hidden', place > 1 && 'max-lg:hidden')
  return (
    <div className="mt-2 overflow-clip rounded-lg border [--table-top:3.5rem]">
      <Table label={words[kind].allFields}>
        <TableHead>
          <HeaderCell>Field</HeaderCell>
          {first.map(({ row }, place) => (
            <HeaderCell key={row} className={inWide(place)}>{`Row ${row}`}</HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          {fields.map(([field, name]) => (
            <TableRow key={field}>
              <Cell className={cx(compact, 'w-48 text-muted-foreground max-sm:w-36')}>{name}</Cell>
              {first.map(({ row, values }, place) => (
                <Cell key={row} className={cx(compact, 'break-words tabular-nums', inWide(place))}>
                  {shownIn(kind, field, values[field]) ?? '–'}
                </Cell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
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
