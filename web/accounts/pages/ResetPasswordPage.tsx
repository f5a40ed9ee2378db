import { useForm } from 'react-hook-form'
import { Link, useLocation, useSearch } from 'wouter'
import { call } from '#web/api/client.ts'
import { lazyResolver, showFailure } from '#web/forms/form.ts'
import { paths } from '#web/addresses/paths.ts'
import { returnTo, withReturnTo } from '#web/addresses/return-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AuthLayout, inlineLink } from '#web/accounts/components/auth/AuthLayout.tsx'
import { ConfirmPassword, NewPassword } from '#web/accounts/components/NewPassword.tsx'

export function ResetPasswordPage() {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const token = search.get('token') ?? ''
  const to = returnTo()
  const form = useForm({ defaultValues: { token, password: '', confirmPassword: '' }, resolver })
  const { errors, isSubmitting } = form.formState

  const resetPassword = form.handleSubmit(async ({ password }) => {
    try {
      await call('resetPassword', { body: { token, password } })
      toast({ title: 'Password changed', description: 'Log in with your new password.' })
      navigate(withReturnTo(paths.login(), to))
    } catch (error) {
      showFailure(error, form, 'Password not changed')
    }
  })

  if (!token) {
    return (
      <AuthLayout title="Reset password" subtitle="This link is incomplete.">
        <p>
          Open the whole link from the email, or{' '}
          <Link href={withReturnTo(paths.forgotPassword(), to)} className={inlineLink}>
            request a new one
          </Link>
          .
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Reset password" subtitle="Choose a new password for your account.">
      <form onSubmit={(event) => void resetPassword(event)} noValidate className="grid gap-4">
        <NewPassword
          label="New password"
          error={errors.password?.message}
          {...form.register('password', { deps: ['confirmPassword'] })}
        />
        <ConfirmPassword
          label="Confirm new password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        <Button type="submit" busy={isSubmitting}>
          Set New Password
        </Button>
      </form>
      <p className="mt-6">
        The link works once, within an hour.{' '}
        <Link href={withReturnTo(paths.forgotPassword(), to)} className={inlineLink}>
          Request a new one
        </Link>
      </p>
    </AuthLayout>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) =>
    auth.confirmed(auth.passwordReset, 'password'),
  ),
)
