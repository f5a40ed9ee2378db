import { cx } from '#web/ui/cx.ts'
import { controlClass } from '#web/ui/fields/Input.tsx'

interface ChoiceFieldProps {
  label: string
  value: string
  /** The element that says why the share is refused. */
  errorId: string | undefined
  isReadOnly: boolean
  onChange: (text: string) => void
}

/** A share typed in a cell of the sheet. The cell is narrow, so the row below says why a share is refused. */
export const ChoiceField = ({ label, value, errorId, isReadOnly, onChange }: ChoiceFieldProps) => (
  <input
    aria-label={label}
    aria-invalid={errorId ? true : undefined}
    aria-describedby={errorId}
    inputMode="decimal"
    autoComplete="off"
    placeholder="–"
    readOnly={isReadOnly}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={cx(
      controlClass,
      'h-8 px-2 max-md:h-11 @4xl:text-right print:border-0 print:placeholder:text-transparent',
      'read-only:bg-muted read-only:text-muted-foreground',
    )}
  />
)
