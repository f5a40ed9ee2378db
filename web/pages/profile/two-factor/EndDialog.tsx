import { call, endpointQuery } from '#web/api.ts'
import { useAct } from '#web/components/use-act.ts'
import { lazyResolver, showFieldErrors } from '#web/form.ts'
import { useRefreshSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { useForm } from 'react-hook-form'
import { CodeInput } from './CodeInput.tsx'
import { Username } from './Username.tsx'

/** Turns two-factor sign-in off, for whoever has both factors. */
export function EndDialog({ onClose }: { onClose: () => void }) {
  const refreshSession = useRefreshSession()
  const form = useForm({ defaultValues: { currentPassword: '', code: '' }, resolver })
  const { errors } = form.formState
  const end = useAct({
    act: (body: { currentPassword: string; code: string }) => call('endTwoFactor', { body }),
    done: () => ({
      title: 'Two-factor sign-in turned off',
      description: 'Your password alone signs you in now.',
    }),
    failed: 'Two-factor sign-in stays on',
    touches: [endpointQuery('listSessions')],
    onDone() {
      onClose()
      void refreshSession()
    },
  })
  const submit = form.handleSubmit((body) =>
    end.mutate(body, { onError: (error) => showFieldErrors(error, form) }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Turn off two-factor sign-in?"
      description="Your password alone will then sign you in, and your recovery codes stop working."
      busy={end.isPending}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="outline" disabled={end.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="destructive" busy={end.isPending}>
            Turn Off
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Username />
        <Field label="Current password" error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              {...form.register('currentPassword')}
            />
          )}
        </Field>
        <Field
          label="Code"
          hint="The six digits of your authenticator application, or a recovery code."
          error={errors.code?.message}
        >
          {/* As the one above, which is to be the first that is known, and gets the focus. */}
          {(control) => <CodeInput {...control} {...form.register('code')} />}
        </Field>
      </div>
    </Dialog>
  )
}

const resolver = lazyResolver(() => import('#contract/auth.ts').then((auth) => auth.twoFactorEnd))
