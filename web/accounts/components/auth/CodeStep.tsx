import type { CurrentUser } from '#contract/accounts/shapes.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { CodeInput } from '#web/accounts/components/CodeInput.tsx'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { ApiError, call, errorMessage } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useForm } from 'react-hook-form'
import { useEnter } from './use-enter.ts'

type Credentials = BodyInput<Endpoints['login']>

export interface CodeStepProps {
  credentials: Pick<Credentials, 'email' | 'password'>
  onBack: () => void
}

export function CodeStep({ credentials, onBack }: CodeStepProps) {
  const enter = useEnter()
  const form = useForm<Credentials>({ defaultValues: { ...credentials, code: '' }, resolver })
  const { errors, isSubmitting } = form.formState

  const logIn = form.handleSubmit(async (all) => {
    try {
      const user = await call('login', { body: all })
      await enter(user, { title: 'Login successful', description: welcome(user, all.code) })
    } catch (error) {
      showFieldErrors(error, form)
      if (error instanceof ApiError && error.code === 'two_factor_wrong')
        form.setError('code', { message: error.serverMessage ?? '' }, { shouldFocus: true })
      toast({
        title: 'Login failed',
        description: errorMessage(error, 'Invalid email or password'),
        variant: 'destructive',
      })
    }
  })

  return (
    <form onSubmit={(event) => void logIn(event)} noValidate className="grid gap-4">
      <Field
        label="Code"
        hint="The 6-digit code from your authenticator app, or a recovery code."
        error={errors.code?.message}
      >
        {(control) => <CodeInput {...control} autoFocus {...form.register('code')} />}
      </Field>
      <Button type="submit" busy={isSubmitting}>
        Log In
      </Button>
      <Button variant="ghost" disabled={isSubmitting} onClick={onBack}>
        Use Another Account
      </Button>
    </form>
  )
}

/** Shows the number of remaining recovery codes if the user signed in with one. Only recovery codes contain letters. */
const welcome = ({ recoveryCodesLeft }: CurrentUser, code = '') =>
  /[a-z]/i.test(code)
    ? `Welcome back to ${company.name}. Recovery codes left: ${recoveryCodesLeft}`
    : `Welcome back to ${company.name}`

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.credentials),
)
