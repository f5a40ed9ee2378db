import type { ImportPreview } from '#contract/imports/shapes.ts'
import { countRows } from '#web/imports/words.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import type { TableSource } from './column-choices.ts'

interface TablePlaceProps {
  found: ImportPreview
  source: TableSource
  disabled: boolean
  onChange: (source: TableSource) => void
}

/** Asks for the sheet and the header row, both suggested by the server, and whether to import hidden rows. */
export function TablePlace({ found, source, disabled, onChange }: TablePlaceProps) {
  const { sheets, sheet, headerRow, firstRows, hiddenRows } = found
  const { skipHidden = false } = source
  const hiddenColumns = found.columns.filter(({ isHidden }) => isHidden === 'true')
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {sheets.length > 1 && (
          <Field label="Sheet" hint={describeSheet(found)}>
            <NativeSelect
              value={sheet ?? ''}
              disabled={disabled}
              // The header row isn't passed on, because each sheet has different headers.
              onChange={({ target }) => onChange({ sheet: target.value, skipHidden })}
            >
              {sheets.map(({ name, isHidden }) => (
                <option key={name} value={name}>
                  {isHidden === 'true' ? `${name} (hidden)` : name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {firstRows.length > 1 && (
          <Field label="Headers" hint={describeHeaders(found)}>
            <NativeSelect
              value={headerRow}
              disabled={disabled}
              onChange={({ target }) => onChange({ ...source, headerRow: Number(target.value) })}
            >
              {firstRows.map(({ row, text }) => (
                <option key={row} value={row}>
                  {`Row ${row}: ${text}`}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
      </div>
      {hiddenColumns.length > 0 && (
        <p className="text-muted-foreground text-pretty">{describeHiddenColumns(hiddenColumns)}</p>
      )}
      {hiddenRows > 0 && (
        <Checkbox
          label={`Leave out ${hiddenRows === 1 ? 'the hidden row' : `the ${countRows(hiddenRows).replace(' ', ' hidden ')}`}`}
          hint={describeHidden(found, skipHidden)}
          checked={skipHidden}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...source, skipHidden: target.checked })}
        />
      )}
    </div>
  )
}

function describeSheet({ sheets, sheet }: ImportPreview): string {
  const place = sheets.findIndex(({ name }) => name === sheet) + 1
  return `This is sheet ${place} of ${sheets.length}.`
}

function describeHeaders({ columns, headerRow }: ImportPreview): string | undefined {
  return columns.filter(({ header }) => header !== '').length > 1
    ? undefined
    : `Row ${headerRow} has only one header. Are the headers further down?`
}

/** Returns text such as "2 hidden columns are read: NOI and Sponsor." */
function describeHiddenColumns(columns: ImportPreview['columns']): string {
  const names = columns.map(({ header }) => header).filter(Boolean)
  const listed = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names)
  const said =
    columns.length === 1
      ? '1 hidden column is read'
      : `${columns.length.toLocaleString('en-US')} hidden columns are read`
  return `${said}${listed && `: ${listed}`}.`
}

function describeHidden({ hiddenRows, rows }: ImportPreview, isSkipped: boolean): string {
  const all = isSkipped ? rows + hiddenRows : rows
  return `${hiddenRows.toLocaleString('en-US')} of ${countRows(all)} ${hiddenRows === 1 ? 'is' : 'are'} hidden in the workbook, for example by a filter.`
}
