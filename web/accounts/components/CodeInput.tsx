import { Input } from '#web/ui/Input.tsx'
import type { ComponentProps } from 'react'

/** For a code of the application, or a recovery code, which is of letters: so no keypad of digits. */
export const CodeInput = (props: ComponentProps<'input'>) => (
  <Input
    autoComplete="one-time-code"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
  />
)
