import { passwordMinimum } from '#domain/texts.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'
import type { ComponentProps } from 'react'

type NewPasswordProps = ComponentProps<typeof PasswordInput> & {
  label: string
  error: string | undefined
}

export const NewPassword = (props: NewPasswordProps) => (
  <PasswordField hint={`At least ${passwordMinimum} characters.`} {...props} />
)

export const ConfirmPassword = (props: NewPasswordProps) => <PasswordField {...props} />

function PasswordField({ label, hint, error, ...input }: NewPasswordProps & { hint?: string }) {
  return (
    <Field label={label} hint={error ? undefined : hint} error={error}>
      <PasswordInput autoComplete="new-password" {...input} />
    </Field>
  )
}
