import type { ImportPreview } from '#contract/imports/shapes.ts'
import type { CellKind } from '#domain/imports/columns.ts'
import { unitNames, unitsOf, type Unit } from '#domain/imports/units.ts'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useId } from 'react'

interface UnitChoiceProps {
  column: ImportPreview['columns'][number]
  /** The column's header or number. */
  name: string
  kind: CellKind
  chosen: Unit | null
  disabled: boolean
  onChoose: (unit: Unit) => void
}

/** Lets the user choose the unit for a column's figures. */
export function UnitChoice({ column, name, kind, chosen, disabled, onChoose }: UnitChoiceProps) {
  const questionId = useId()
  const question = chosen === null ? column.question : null
  return (
    <div className="grid gap-1">
      <NativeSelect
        aria-label={`${name}, unit`}
        aria-describedby={question ? questionId : undefined}
        value={chosen ?? (question ? '' : (column.unit ?? ''))}
        disabled={disabled}
        onChange={({ target }) => {
          const unit = unitsOf(kind).find((each) => each === target.value)
          if (unit) onChoose(unit)
        }}
      >
        {question && <option value="">Choose the unit</option>}
        {unitsOf(kind).map((unit) => (
          <option key={unit} value={unit}>
            {unitNames[unit]}
          </option>
        ))}
      </NativeSelect>
      {question && (
        <p id={questionId} className="text-pretty text-warning">
          {question}
        </p>
      )}
    </div>
  )
}
