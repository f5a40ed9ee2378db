import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { ApiError, call, errorMessage } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { paths } from '#web/addresses/paths.ts'
import { returnTo, withReturnTo } from '#web/addresses/return-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AuthLayout, inlineLink, TermsNote } from '#web/accounts/components/auth/AuthLayout.tsx'
import { CodeStep } from '#web/accounts/components/auth/CodeStep.tsx'
import { useEnter } from '#web/accounts/components/auth/use-enter.ts'

export function LoginPage() {
  const enter = useEnter()
  const to = returnTo()
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' }, resolver })
  const { errors, isSubmitting } = form.formState
  const [rightOnes, setRightOnes] = useState<Credentials | null>(null)

  const logIn = form.handleSubmit(async (credentials) => {
    try {
      const user = await call('login', { body: credentials })
      await enter(user, {
        title: 'Login successful',
        description: `Welcome back to ${company.name}`,
      })
    } catch (error) {
      // A missing code isn't a failure: the password was correct, and the next step asks for the code.
      if (error instanceof ApiError && error.code === 'two_factor_required')
        return setRightOnes(credentials)
      showFieldErrors(error, form)
      toast({
        title: 'Login failed',
        description: errorMessage(error, 'Invalid email or password'),
        variant: 'destructive',
      })
    }
  })

  if (rightOnes)
    return (
      <AuthLayout title="Two-factor sign-in" subtitle={rightOnes.email}>
        <CodeStep credentials={rightOnes} onBack={() => setRightOnes(null)} />
      </AuthLayout>
    )
  return (
    <AuthLayout
      door="login"
      title="Log in"
      // A visitor who was sent here from the list might not have an account.
      subtitle={
        to === paths.loans()
          ? 'Log in or create an account to see the open loans.'
          : `Welcome back to ${company.name}.`
      }
    >
      <form onSubmit={(event) => void logIn(event)} noValidate className="grid gap-4">
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              {...form.register('password')}
            />
          )}
        </Field>
        <Link
          href={withReturnTo(paths.forgotPassword(), to)}
          className={`${inlineLink} justify-self-end`}
        >
          Forgot password?
        </Link>
        <Button type="submit" busy={isSubmitting}>
          Log In
        </Button>
      </form>
      <TermsNote act="signing in" />
    </AuthLayout>
  )
}

type Credentials = BodyInput<Endpoints['login']>

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.credentials),
)
