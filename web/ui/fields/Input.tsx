import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useTypedCommas } from './typed-commas.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlClass, controlHeight, className)} />
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={cx(controlClass, 'resize-y py-2', className)} />
}

/** The value must be read as text, because decimal figures must not become floats. */
export function NumberInput({ step, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'onWheel'>) {
  const withCommas = useTypedCommas(rest)
  return (
    <Input
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      {...rest}
      {...withCommas}
      type="number"
      step={step}
      // Without this handler, scrolling over a focused field would change its value.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      className="read-only:bg-muted read-only:text-muted-foreground"
    />
  )
}

export const controlClass =
  'block w-full min-w-0 rounded-lg border border-input bg-card px-3 text-foreground ' +
  'transition-colors duration-150 aria-invalid:border-destructive disabled:cursor-not-allowed ' +
  // Phones zoom in on focused fields whose text is smaller than 16 px.
  'disabled:bg-muted disabled:text-muted-foreground max-md:text-base'

/** The height is 36 px, or 44 px on touch screens. */
export const controlHeight = 'h-9 max-md:h-11'
