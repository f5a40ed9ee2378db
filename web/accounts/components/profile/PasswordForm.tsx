import { call } from '#web/api/client.ts'
import { lazyResolver, showFailure } from '#web/forms/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useForm } from 'react-hook-form'
import { ConfirmPassword, NewPassword } from '#web/accounts/components/NewPassword.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

export function PasswordForm() {
  const form = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    resolver,
  })
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await call('changePassword', { body: { currentPassword, newPassword } })
      form.reset()
      toast({ title: 'Password changed', description: "You're signed out everywhere else." })
    } catch (error) {
      showFailure(error, form, 'Password not changed')
    }
  })

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4 sm:grid-cols-2">
      <CurrentPassword
        error={errors.currentPassword?.message}
        className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]"
        {...form.register('currentPassword')}
      />
      <NewPassword
        label="New password"
        error={errors.newPassword?.message}
        {...form.register('newPassword', { deps: ['confirmPassword'] })}
      />
      <ConfirmPassword
        label="Confirm new password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button
        type="submit"
        variant="outline"
        busy={isSubmitting}
        className="justify-self-start max-sm:justify-self-stretch"
      >
        Change Password
      </Button>
    </form>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) =>
    auth.confirmed(auth.passwordChange, 'newPassword'),
  ),
)
