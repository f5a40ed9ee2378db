import { useSession } from '#web/session.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'
import type { ComponentProps } from 'react'

export type CurrentPasswordProps = ComponentProps<typeof PasswordInput> & {
  error: string | undefined
}

export function CurrentPassword({ error, className, ...input }: CurrentPasswordProps) {
  const { user } = useSession()
  return (
    <>
      {/* Identifies the user's account to password managers. */}
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field label="Current password" error={error} className={className}>
        <PasswordInput autoComplete="current-password" {...input} />
      </Field>
    </>
  )
}
