import { useForm } from 'react-hook-form'
import { useSearch } from 'wouter'
import { call, errorMessage } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AuthLayout, TermsNote } from '#web/accounts/components/auth/AuthLayout.tsx'
import { isEmailTaken } from '#web/accounts/components/email-taken.ts'
import { ConfirmPassword, NewPassword } from '#web/accounts/components/NewPassword.tsx'
import { useEnter } from '#web/accounts/components/auth/use-enter.ts'

export function RegisterPage() {
  const enter = useEnter()
  const invited = new URLSearchParams(useSearch())
  const invitation = invited.get('invitation') ?? undefined
  const form = useForm({
    defaultValues: {
      firstName: '',
      lastName: '',
      email: invited.get('email') ?? '',
      password: '',
      confirmPassword: '',
    },
    resolver,
  })
  const { errors, isSubmitting } = form.formState

  const register = form.handleSubmit(async ({ firstName, lastName, email, password }) => {
    try {
      const user = await call('register', {
        body: { firstName, lastName, email, password, invitation },
      })
      await enter(user, {
        title: 'Registration successful',
        description: `Welcome to ${company.name}`,
      })
    } catch (error) {
      showFieldErrors(error, form)
      if (isEmailTaken(error)) {
        const message = `${error.serverMessage}. Log in, or reset your password.`
        form.setError('email', { message }, { shouldFocus: true })
      }
      toast({
        title: 'Registration failed',
        description: errorMessage(error, 'An error occurred during registration'),
        variant: 'destructive',
      })
    }
  })

  return (
    <AuthLayout
      door="register"
      title="Create account"
      subtitle={
        invitation
          ? "You're invited. Register as a lender to see the loans."
          : 'Register as a lender. We review every new account before it can commit.'
      }
    >
      <form onSubmit={(event) => void register(event)} noValidate className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName?.message}>
            <Input autoComplete="given-name" {...form.register('firstName')} />
          </Field>
          <Field label="Last name" error={errors.lastName?.message}>
            <Input autoComplete="family-name" {...form.register('lastName')} />
          </Field>
        </div>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <NewPassword
          label="Password"
          error={errors.password?.message}
          {...form.register('password', { deps: ['confirmPassword'] })}
        />
        <ConfirmPassword
          label="Confirm password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        <Button type="submit" busy={isSubmitting}>
          Create Account
        </Button>
      </form>
      <TermsNote act="creating an account" />
    </AuthLayout>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) =>
    auth.confirmed(auth.registration, 'password'),
  ),
)
