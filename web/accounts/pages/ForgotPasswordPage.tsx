import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { call, errorMessage } from '#web/api/client.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { paths } from '#web/addresses/paths.ts'
import { returnTo, withReturnTo } from '#web/addresses/return-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AuthLayout, inlineLink } from '#web/accounts/components/auth/AuthLayout.tsx'

export function ForgotPasswordPage() {
  const to = returnTo()
  const [answer, setAnswer] = useState<string>()
  const form = useForm({
    defaultValues: { email: '', returnTo: to?.replace(/[?#].*/, '') ?? null },
    resolver,
  })
  const { errors, isSubmitting } = form.formState

  const requestReset = form.handleSubmit(async (body) => {
    try {
      setAnswer((await call('requestPasswordReset', { body })).message)
    } catch (error) {
      showFieldErrors(error, form)
      toast({
        title: 'Request failed',
        description: errorMessage(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  })

  return (
    <AuthLayout
      title="Forgot password"
      subtitle="Enter your email address. We'll send you a link to set a new password."
    >
      {answer ? (
        <p role="status" className="flex gap-3 rounded-xl border bg-card p-4">
          <MailCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          {answer}
        </p>
      ) : (
        <form onSubmit={(event) => void requestReset(event)} noValidate className="grid gap-4">
          <Field label="Email" error={errors.email?.message}>
            <Input type="email" autoComplete="username" {...form.register('email')} />
          </Field>
          <Button type="submit" busy={isSubmitting}>
            Send Link
          </Button>
        </form>
      )}
      <p className="mt-6">
        <Link href={withReturnTo(paths.login(), to)} className={inlineLink}>
          Back to login
        </Link>
      </p>
    </AuthLayout>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.resetRequest),
)
