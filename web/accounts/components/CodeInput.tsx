import { Input } from '#web/ui/fields/Input.tsx'
import type { ComponentProps } from 'react'

/**
 * An input for an authenticator or recovery code. Doesn't open the numeric keypad, because recovery codes contain
 * letters.
 */
export const CodeInput = (props: ComponentProps<'input'>) => (
  <Input
    autoComplete="one-time-code"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
  />
)
