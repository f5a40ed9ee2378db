import { onDemand } from '#web/ui/on-demand.tsx'
import { call, type AnswerOf } from '#web/api/client.ts'
import { CodeInput } from '#web/accounts/components/CodeInput.tsx'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { refreshSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { useForm } from 'react-hook-form'
import type { Step } from './StepDialog.tsx'

const QrCode = onDemand(
  () => import('./QrCode.tsx').then((part) => part.QrCode),
  () => <div className="h-64" />,
)

interface FirstCodeStep {
  secret: AnswerOf<'startTwoFactor'> | null
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Shows the secret and verifies a first code. The code proves that the authenticator app has the secret. */
export function useFirstCodeStep({ secret, onDone, onClose }: FirstCodeStep): Step {
  const form = useForm({ defaultValues: { code: '' }, resolver })
  const turnOn = useAction({
    act: (body: { code: string }) => call('confirmTwoFactor', { body }),
    failed: 'Two-factor sign-in stays off',
    onDone({ recoveryCodes }) {
      onDone(recoveryCodes)
      void refreshSession()
    },
  })
  const submit = form.handleSubmit((body) =>
    turnOn.mutate(body, { onError: (error) => showFieldErrors(error, form) }),
  )
  return {
    title: 'Set up two-factor sign-in',
    description: 'Scan this with your authenticator app, then enter the 6-digit code it shows.',
    busy: turnOn.isPending,
    onSubmit: (event) => void submit(event),
    children: secret && (
      <div key="code" className="grid gap-4">
        <QrCode text={secret.uri} />
        <ButtonLink href={secret.uri} fullLoad variant="outline" className="md:hidden">
          Open in an App on This Phone
        </ButtonLink>
        <CopyField
          label="Or enter this key by hand"
          name="Key"
          value={secret.secret}
          shown={inGroups(secret.secret)}
        />
        <Field
          label="Code"
          hint="The 6-digit code the app shows now."
          error={form.formState.errors.code?.message}
        >
          <CodeInput inputMode="numeric" autoFocus {...form.register('code')} />
        </Field>
      </div>
    ),
    footer: (
      <>
        <Button variant="outline" disabled={turnOn.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={turnOn.isPending}>
          Turn On
        </Button>
      </>
    ),
  }
}

/** Splits the secret into groups of four characters, because groups are easier to type. */
const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.twoFactorCode),
)
