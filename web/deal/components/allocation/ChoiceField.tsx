import { cx } from '#web/ui/cx.ts'
import { controlClass } from '#web/ui/fields/Input.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { useId } from 'react'

interface ChoiceFieldProps {
  label: string
  value: string
  message: string | undefined
  isReadOnly: boolean
  onChange: (text: string) => void
}

/** A share typed in a cell of the sheet, with the reason for a refusal below it. */
export function ChoiceField({ label, value, message, isReadOnly, onChange }: ChoiceFieldProps) {
  const id = useId()
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
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
      <div className="whitespace-normal @4xl:text-right">
        <FieldError id={id} message={message} />
      </div>
    </>
  )
}
