import type { ImportPreview } from '#contract/imports/shapes.ts'
import { plainFigure, statesUnit } from '#domain/imports/cells.ts'
import { importColumns, type ImportColumn, type ImportKind } from '#domain/imports/columns.ts'
import { lacksIncome } from '#domain/imports/loans-of-rows.ts'
import { describeInUnit, unitsOf } from '#domain/imports/units.ts'
import { formatRate, parsePercent } from '#domain/money.ts'
import { countColumns } from '#web/imports/words.ts'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { useState, type ReactNode } from 'react'
import { chooseColumn, type ColumnChoice } from './column-choices.ts'
import { UnitChoice } from './UnitChoice.tsx'

interface ColumnTableProps {
  kind: ImportKind
  columns: ImportPreview['columns']
  /** True if a required field has no column. The right column can have another field. */
  lacksFields: boolean
  chosen: readonly ColumnChoice[]
  disabled: boolean
  onChoose: (chosen: ColumnChoice[]) => void
  /** The result of the choices, between the columns to check and the others. */
  children: ReactNode
}

/** Columns without a field and those with a question come first. Columns that need no choice are folded. */
export function ColumnTable(props: ColumnTableProps) {
  const { kind, columns, lacksFields, chosen, disabled, onChoose, children } = props
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set())
  const places = columns.map((_column, place) => place)
  const fields = chosen.map(({ field }) => field)
  const added = places.filter(
    (place) =>
      !asked.has(place) &&
      (!chosen[place]?.field ||
        columns[place]?.question ||
        lacksIncome(chosen[place].field, fields)),
  )
  // A column stays where it is once it gets its field, because it would otherwise move away under the pointer.
  if (added.length > 0) setAsked(new Set([...asked, ...added]))
  // Groups that were needed once stay open.
  const [isOpen, setOpen] = useState({ asked: false, matched: false })
  const isAsking = lacksFields || columns.some(({ question }) => question)
  if ((isAsking && !isOpen.asked) || (lacksFields && !isOpen.matched))
    setOpen({ asked: true, matched: isOpen.matched || lacksFields })
  const groups = [
    {
      label: 'Columns to Check',
      opens: isOpen.asked,
      shown: places.filter((place) => asked.has(place)),
    },
    {
      label: 'Matched Columns',
      opens: isOpen.matched,
      shown: places.filter((place) => !asked.has(place)),
    },
  ]
  const [toCheck, matched] = groups.map(
    ({ label, opens, shown }) =>
      shown.length > 0 && (
        <details key={label} open={opens}>
          <summary className="cursor-pointer max-md:py-1.5">
            <h3 className="inline font-semibold">{label}</h3>{' '}
            <span className="text-muted-foreground">
              {label === 'Matched Columns'
                ? `${countColumns(shown.length)}, by name. Choose yourself where they differ.`
                : countColumns(shown.length)}
            </span>
          </summary>
          <div className="mt-2 overflow-clip rounded-lg border [--table-top:3.5rem]">
            <Table label={label}>
              <TableHead className="max-sm:sr-only">
                <HeaderCell>In the file</HeaderCell>
                <HeaderCell className="max-md:hidden">First value</HeaderCell>
                <HeaderCell>Imported as</HeaderCell>
              </TableHead>
              <TableBody>
                {columns.map(
                  (column, place) =>
                    shown.includes(place) && (
                      <ColumnRow
                        // Headers can be repeated, but columns don't move, so the index is a stable key.
                        // oxlint-disable-next-line react/no-array-index-key
                        key={place}
                        kind={kind}
                        column={column}
                        name={column.header || `Column ${place + 1}`}
                        choice={chosen[place] ?? { field: null, unit: null }}
                        disabled={disabled}
                        onChoose={(choice) => onChoose(chooseColumn(chosen, place, choice))}
                      />
                    ),
                )}
              </TableBody>
            </Table>
          </div>
        </details>
      ),
  )
  return (
    <>
      {toCheck}
      {children}
      {matched}
    </>
  )
}

interface ColumnRowProps {
  kind: ImportKind
  column: ImportPreview['columns'][number]
  name: string
  choice: ColumnChoice
  disabled: boolean
  onChoose: (choice: ColumnChoice) => void
}

function ColumnRow({ kind, column, name, choice, disabled, onChoose }: ColumnRowProps) {
  const field = importColumns[kind].find((each) => each.field === choice.field)
  const value = (
    <>
      {column.sample}
      {field && <ReadAs column={column} choice={choice} kind={field.cell} />}
    </>
  )
  return (
    <TableRow className="max-sm:block">
      <Cell className="max-w-40 font-medium wrap-anywhere max-sm:block max-sm:h-auto max-sm:max-w-none max-sm:border-b-0 max-sm:pt-3 max-sm:pb-0">
        {name}
        <span className="line-clamp-2 text-xs font-normal wrap-anywhere text-muted-foreground md:hidden">
          {value}
        </span>
      </Cell>
      <Cell className="max-w-64 truncate text-muted-foreground max-md:hidden">{value}</Cell>
      <Cell className="w-[26rem] py-1.5 max-lg:w-72 max-sm:block max-sm:h-auto max-sm:w-full max-sm:px-4.5 max-sm:pb-3">
        <div className="flex flex-wrap items-start gap-1.5 [&>*]:flex-1 [&>*]:basis-40">
          <NativeSelect
            aria-label={`${name}, imported as`}
            value={choice.field ?? ''}
            disabled={disabled}
            onChange={({ target }) => onChoose({ field: target.value || null, unit: null })}
          >
            <option value="">Not imported</option>
            {importColumns[kind].map((each) => (
              <option key={each.field} value={each.field}>
                {optionOf(each)}
              </option>
            ))}
          </NativeSelect>
          {field && unitsOf(field.cell).length > 0 && (
            <UnitChoice
              column={column}
              name={name}
              kind={field.cell}
              chosen={choice.unit}
              disabled={disabled}
              onChoose={(unit) => onChoose({ ...choice, unit })}
            />
          )}
        </div>
      </Cell>
    </TableRow>
  )
}

type ReadAsProps = Pick<ColumnRowProps, 'column' | 'choice'> & { kind: ImportColumn['cell'] }

/** Shows the first figure as it is stored, such as "is 62.00%", which proves the unit. */
function ReadAs({ column: { sample, unit, question }, choice, kind }: ReadAsProps) {
  const used = choice.unit ?? (question ? null : unit)
  const figure = used && !statesUnit(kind, sample) && plainFigure(kind, sample, { unit: used })
  if (!used || !figure) return null
  const text = describeInUnit(figure, used)
  const percent = kind === 'percent' ? parsePercent(text.replace('%', '')) : null
  return (
    <span className="font-medium text-foreground"> is {percent ? formatRate(percent) : text}</span>
  )
}

const optionOf = ({ name, role }: ImportColumn) =>
  role === 'compared' ? `${name}, only compared` : role === 'part' ? `${name} of the address` : name
