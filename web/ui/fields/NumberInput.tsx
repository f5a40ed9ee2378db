import type { ComponentProps } from 'react'
import { Input } from './Input.tsx'

/** Read its value as text: decimal figures must not become floats. */
export function NumberInput({ step, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'onWheel'>) {
  return (
    <Input
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      {...rest}
      type="number"
      step={step}
      // Otherwise scrolling over a focused field would change its value.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      className="read-only:bg-muted read-only:text-muted-foreground"
    />
  )
}
