import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from './Field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, className, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  return (
    <div className={className}>
      <label
        htmlFor={inputId}
        className={cx(
          'flex min-h-9 items-center gap-2.5 py-2 font-medium max-md:min-h-11 max-md:py-3',
          rest.disabled && 'text-muted-foreground',
        )}
      >
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          aria-describedby={cx(hint && hintId, error && errorId) || undefined}
          aria-invalid={error ? true : undefined}
          className="size-4 shrink-0 max-md:size-5"
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 pl-6.5 text-muted-foreground max-md:-mt-2 max-md:pl-7.5">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}
