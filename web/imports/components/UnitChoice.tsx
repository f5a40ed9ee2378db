import type { ImportPreview } from '#contract/imports/shapes.ts'
import { plainFigure } from '#domain/imports/cells.ts'
import type { CellKind } from '#domain/imports/columns.ts'
import { describeInUnit, unitNames, unitsOf, type Unit } from '#domain/imports/units.ts'
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

/** Lets the user choose the unit for a column's figures. Each option shows the first figure in that unit. */
export function UnitChoice({ column, name, kind, chosen, disabled, onChoose }: UnitChoiceProps) {
  const questionId = useId()
  const question = chosen === null ? column.question : null
  return (
    <div className="mt-1.5 grid gap-1">
      {question && (
        <p id={questionId} className="text-pretty text-warning">
          {question}
        </p>
      )}
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
            {unit === unitsOf(kind)[0] && !question
              ? unitNames[unit]
              : describeOption(unit, kind, column.sample)}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}

/** Returns text such as "Fractions of one: 0.65 is 65%". */
function describeOption(unit: Unit, kind: CellKind, sample: string): string {
  const figure = plainFigure(kind, sample, { unit })
  return figure === null
    ? unitNames[unit]
    : `${unitNames[unit]}: ${figure} is ${describeInUnit(figure, unit)}`
}
