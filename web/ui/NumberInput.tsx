import type { ComponentProps } from 'react'
import { Input } from './Input.tsx'

/** A field for a number. Read its text: a figure with decimals is no float. */
export function NumberInput({ step, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'onWheel'>) {
  return (
    <Input
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      {...rest}
      type="number"
      step={step}
      // The wheel would turn the figure of a focused field while somebody scrolls past it.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      className="read-only:bg-muted read-only:text-muted-foreground"
    />
  )
}
