import { firmRoleLabels, firmRoleRights } from '#domain/access.ts'
import { useForm } from 'react-hook-form'
import type { InvitationOfLink } from '#contract/firms/shapes.ts'
import { useSearch } from 'wouter'
import { ApiError, call, errorMessage } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { company } from '#web/company/company.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AuthLayout, TermsNote } from '#web/accounts/components/auth/AuthLayout.tsx'
import { isEmailTaken } from '#web/accounts/components/email-taken.ts'
import { ConfirmPassword, NewPassword } from '#web/accounts/components/NewPassword.tsx'
import { useEnter } from '#web/accounts/components/auth/use-enter.ts'
import { useEffect, useState } from 'react'

export function RegisterPage() {
  const invited = new URLSearchParams(useSearch())
  const token = invited.get('invitation')
  return token ? (
    <ByInvitation token={token} email={invited.get('email') ?? ''} />
  ) : (
    <Register email={invited.get('email') ?? ''} />
  )
}

/**
 * An invitation that can't be looked up, for example because of a lost connection, can still be accepted. This page has no
 * query cache, because it belongs to no user.
 */
function ByInvitation({ token, email }: { token: string; email: string }) {
  const [{ invitation, error }, setAnswer] = useState<Answer>({})
  useEffect(() => {
    let isCurrent = true
    const settle = (answer: Answer) => isCurrent && setAnswer(answer)
    call('getInvitation', { params: { token } }).then(
      (found) => settle({ invitation: found }),
      (thrown: unknown) => settle({ error: thrown }),
    )
    return () => {
      isCurrent = false
    }
  }, [token])
  if (error instanceof ApiError && error.status === 404) return <InvitationEnded />
  return (
    <Register
      email={email}
      token={token}
      invitation={invitation}
      isLoading={!invitation && !error}
    />
  )
}

interface Answer {
  invitation?: InvitationOfLink
  error?: unknown
}

const InvitationEnded = () => (
  <AuthLayout
    title="This invitation has ended"
    subtitle="It was used or withdrawn, is older than a week, or its link is incomplete."
  >
    <div className="grid gap-4">
      <p>Ask the person who invited you for a new one. If you have registered already, log in.</p>
      <div className="grid gap-2">
        <ButtonLink href={paths.login()}>Log In</ButtonLink>
        <ButtonLink href={paths.register()} variant="outline">
          Create an Account without It
        </ButtonLink>
      </div>
    </div>
  </AuthLayout>
)

interface RegisterProps {
  email: string
  token?: string
  invitation?: InvitationOfLink | undefined
  isLoading?: boolean
}

function Register({ email: givenEmail, token, invitation, isLoading = false }: RegisterProps) {
  const enter = useEnter()
  const isToFirm = invitation !== undefined && invitation.firmName !== null
  const form = useForm({
    defaultValues: {
      firstName: '',
      lastName: '',
      email: givenEmail,
      password: '',
      confirmPassword: '',
    },
    resolver,
  })
  const { errors, isSubmitting } = form.formState

  const register = form.handleSubmit(async ({ firstName, lastName, email, password }) => {
    try {
      const user = await call('register', {
        body: { firstName, lastName, email, password, invitation: token },
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
      {...(!isToFirm && { door: 'register' })}
      title={isToFirm ? `Join ${invitation.firmName}` : 'Create account'}
      subtitle={subtitleOf(token !== undefined, invitation)}
    >
      {isToFirm && <RoleInFirm invitation={invitation} />}
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
          <Input
            type="email"
            autoComplete="username"
            // The invitation is for this address only.
            readOnly={isToFirm}
            {...form.register('email')}
          />
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
        <Button type="submit" busy={isSubmitting} disabled={isLoading}>
          Create Account
        </Button>
      </form>
      <TermsNote act="creating an account" />
    </AuthLayout>
  )
}

function subtitleOf(isInvited: boolean, invitation: InvitationOfLink | undefined) {
  if (!isInvited) return 'Register as a lender. We review every new account before it can commit.'
  if (!invitation || invitation.firmName === null)
    return "You're invited. Register as a lender to see the loans."
  return invitation.isApproved === 'true'
    ? 'Your colleagues share commitments and messages with you. You can start at once.'
    : `Your colleagues share commitments and messages with you. We approve your account, usually ${company.approvalTime}.`
}

function RoleInFirm({ invitation: { firmRole } }: { invitation: InvitationOfLink }) {
  if (firmRole === null) return null
  return (
    <p className="mb-6 rounded-lg bg-secondary px-3 py-2 text-secondary-foreground">
      You join as a{' '}
      <strong className="font-medium">{firmRoleLabels[firmRole].toLowerCase()}</strong>, who{' '}
      {lowerFirst(firmRoleRights[firmRole])}
    </p>
  )
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) =>
    auth.confirmed(auth.registration, 'password'),
  ),
)
