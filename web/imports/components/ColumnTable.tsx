import type { ImportPreview } from '#contract/imports/shapes.ts'
import { importColumns, type ImportColumn, type ImportKind } from '#domain/imports/columns.ts'
import { unitsOf } from '#domain/imports/units.ts'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { useState } from 'react'
import { chooseColumn, type ColumnChoice } from './column-choices.ts'
import { UnitChoice } from './UnitChoice.tsx'

interface ColumnTableProps {
  kind: ImportKind
  columns: ImportPreview['columns']
  chosen: readonly ColumnChoice[]
  disabled: boolean
  onChoose: (chosen: ColumnChoice[]) => void
}

/** Starts folded if every column has a field. */
export function ColumnTable({ kind, columns, chosen, disabled, onChoose }: ColumnTableProps) {
  const isMatched =
    chosen.every(({ field }) => field !== null) && columns.every(({ question }) => !question)
  const [opens, setOpens] = useState(!isMatched)
  // It doesn't fold again when the last column gets its field.
  if (!isMatched && !opens) setOpens(true)
  return (
    <details open={opens}>
      <summary className="cursor-pointer max-md:py-1.5">
        <h3 className="inline font-semibold">Columns</h3>{' '}
        <span className="text-muted-foreground">
          Matched by their names. Choose yourself where they differ.
        </span>
      </summary>
      <div className="mt-2 overflow-clip rounded-lg border [--table-top:3.5rem]">
        <Table label="Columns">
          <TableHead className="max-sm:sr-only">
            <HeaderCell>In the file</HeaderCell>
            <HeaderCell className="max-md:hidden">First value</HeaderCell>
            <HeaderCell>Imported as</HeaderCell>
          </TableHead>
          <TableBody>
            {columns.map((column, place) => (
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
            ))}
          </TableBody>
        </Table>
      </div>
    </details>
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
  const { sample } = column
  const chosen = importColumns[kind].find(({ field }) => field === choice.field)
  return (
    <TableRow className="max-sm:block">
      <Cell className="max-w-40 font-medium wrap-anywhere max-sm:block max-sm:h-auto max-sm:max-w-none max-sm:border-b-0 max-sm:pt-3 max-sm:pb-0">
        {name}
        <span className="line-clamp-1 text-xs font-normal wrap-anywhere text-muted-foreground md:hidden">
          {sample}
        </span>
      </Cell>
      <Cell className="max-w-64 truncate text-muted-foreground max-md:hidden">{sample}</Cell>
      <Cell className="w-72 py-1.5 max-sm:block max-sm:h-auto max-sm:w-full max-sm:px-4.5 max-sm:pb-3">
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
        {chosen && unitsOf(chosen.cell).length > 0 && (
          <UnitChoice
            column={column}
            name={name}
            kind={chosen.cell}
            chosen={choice.unit}
            disabled={disabled}
            onChoose={(unit) => onChoose({ ...choice, unit })}
          />
        )}
      </Cell>
    </TableRow>
  )
}

const optionOf = ({ name, role }: ImportColumn) =>
  role === 'compared' ? `${name}, only compared` : role === 'part' ? `${name} of the address` : name
