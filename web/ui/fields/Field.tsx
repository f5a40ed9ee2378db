import { cloneElement, useId, type ReactElement, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean | undefined
  className?: string | undefined
  /** A control that receives `FieldControl` as props, or a function that takes `FieldControl` as its argument. */
  children: ReactElement<Partial<FieldControl>> | ((control: FieldControl) => ReactNode)
}

export function Field({ label, hint, error, hideLabel, className, children }: FieldProps) {
  const ownId = useId()
  const id = typeof children === 'function' ? ownId : (children.props.id ?? ownId)
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const control: FieldControl = {
    id,
    'aria-describedby': cx(hint && hintId, error && errorId) || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {typeof children === 'function' ? children(control) : cloneElement(children, control)}
      {hint && (
        <p id={hintId} className="text-[0.8125rem] text-muted-foreground">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** The control's `aria-describedby` refers to `id`. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p id={id} role="alert" className="text-[0.8125rem] font-medium text-destructive">
      {message}
    </p>
  )
}

/** Explains the asterisk to users who see it. Screen readers use `aria-required` instead. */
export const RequiredLegend = () => (
  <p aria-hidden="true" className="text-[0.8125rem] text-muted-foreground">
    <span className="text-destructive">*</span> Required
  </p>
)

/** Marks the label of a required field. The field's control has `aria-required`. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="text-destructive">
    {' *'}
  </span>
)
