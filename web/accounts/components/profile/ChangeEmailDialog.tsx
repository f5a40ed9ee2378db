import { ApiError, call } from '#web/api/client.ts'
import { isEmailTaken } from '#web/accounts/components/email-taken.ts'
import { useAction } from '#web/forms/use-action.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { refreshSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useForm } from 'react-hook-form'
import { CurrentPassword } from './CurrentPassword.tsx'

/** Lets the only administrator change their own email address, because no one else can change it. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { email: '', currentPassword: '' }, resolver })
  const { errors } = form.formState
  const change = useAction({
    act: (body: { email: string; currentPassword: string }) => call('changeOwnEmail', { body }),
    done: ({ email }) => ({
      title: 'Email changed',
      description: `Sign in with ${email} from now on. You're signed out everywhere else.`,
    }),
    failed: 'Failed to change your email address',
    onDone(user) {
      onClose()
      void refreshSession(user)
    },
  })
  const send = form.handleSubmit((body) =>
    change.mutate(body, {
      onError(error) {
        showFieldErrors(error, form)
        if (isEmailTaken(error))
          form.setError('email', { message: error.serverMessage ?? '' }, { shouldFocus: true })
        // Another administrator has been added, so this account can no longer change its own email address.
        if (error instanceof ApiError && error.code === 'own_account') void refreshSession()
      },
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change Email"
      description="You’ll sign in with the new address, and you’ll be signed out everywhere else. We’ll send a notice to your old address."
      busy={change.isPending}
      onSubmit={(event) => void send(event)}
      footer={
        <>
          <Button variant="outline" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending}>
            Change Email
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="New email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <CurrentPassword
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      </div>
    </Dialog>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.emailChange),
)
