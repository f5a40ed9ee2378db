import { isMoment } from '#domain/days.ts'
import { localTimeOf, momentAt } from '#domain/time-zone.ts'
import { useState, type ComponentProps } from 'react'
import { Input } from './Input.tsx'

type MomentInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value: string
  onChange: (moment: string) => void
}

/** A date and time in the configured time zone, regardless of the browser's. The value is in UTC, or empty. */
export function MomentInput({ value, onChange, ...rest }: MomentInputProps) {
  const [typed, setTyped] = useState('')
  const isTyped = toMoment(typed) === value || !isMoment(value)
  return (
    <Input
      {...rest}
      type="datetime-local"
      value={isTyped ? typed : localTimeOf(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(toMoment(target.value))
      }}
    />
  )
}

/** The browser reports an empty value until the date and time are complete. */
const toMoment = (local: string) => (/^\d{4}-/.test(local) ? momentAt(local) : '')
