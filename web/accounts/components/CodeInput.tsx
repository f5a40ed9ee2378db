import { Input } from '#web/ui/fields/Input.tsx'
import type { ComponentProps } from 'react'

/**
 * An input for an authenticator code or a recovery code. Recovery codes contain letters, so it doesn't open the numeric
 * keypad.
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
