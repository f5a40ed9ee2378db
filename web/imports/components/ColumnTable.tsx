import type { ImportPreview } from '#contract/imports/shapes.ts'
import { importColumns, type ImportKind } from '#domain/imports/columns.ts'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'

interface ColumnTableProps {
  kind: ImportKind
  columns: ImportPreview['columns']
  fields: readonly (string | null)[]
  disabled: boolean
  onChoose: (fields: (string | null)[]) => void
}

export function ColumnTable({ kind, columns, fields, disabled, onChoose }: ColumnTableProps) {
  /** A field has at most one column, so its previous column is unassigned. */
  const choose = (place: number, field: string | null) =>
    onChoose(
      fields.map((before, each) =>
        each === place ? field : before !== null && before === field ? null : before,
      ),
    )
  return (
    <div className="grid gap-2">
      <div>
        <h3 className="font-semibold">Columns</h3>
        <p className="text-muted-foreground">
          Matched by their names. Choose yourself where they differ.
        </p>
      </div>
      <div className="overflow-clip rounded-lg border">
        <Table label="Columns">
          <TableHead className="max-sm:sr-only">
            <HeaderCell>In the file</HeaderCell>
            <HeaderCell className="max-md:hidden">First value</HeaderCell>
            <HeaderCell>Imported as</HeaderCell>
          </TableHead>
          <TableBody>
            {columns.map(({ header, sample }, place) => (
              <TableRow
                // Headers can be repeated, but columns don't move, so the index is a stable key.
                // oxlint-disable-next-line react/no-array-index-key
                key={place}
                className="max-sm:block"
              >
                <Cell className="max-w-40 font-medium break-words max-sm:block max-sm:h-auto max-sm:max-w-none max-sm:border-b-0 max-sm:pt-3 max-sm:pb-0">
                  {header || `Column ${place + 1}`}
                  <span className="block truncate text-xs font-normal text-muted-foreground md:hidden">
                    {sample}
                  </span>
                </Cell>
                <Cell className="max-w-64 truncate text-muted-foreground max-md:hidden">
                  {sample}
                </Cell>
                <Cell className="w-64 max-sm:block max-sm:h-auto max-sm:w-full max-sm:px-4.5 max-sm:pb-3">
                  <NativeSelect
                    aria-label={`${header || `Column ${place + 1}`}, imported as`}
                    value={fields[place] ?? ''}
                    disabled={disabled}
                    onChange={({ target }) => choose(place, target.value || null)}
                  >
                    <option value="">Not imported</option>
                    {importColumns[kind].map(({ field, name }) => (
                      <option key={field} value={field}>
                        {name}
                      </option>
                    ))}
                  </NativeSelect>
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  )
}
