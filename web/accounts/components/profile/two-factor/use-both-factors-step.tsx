import { CodeInput } from '#web/accounts/components/CodeInput.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { CurrentPassword } from '#web/accounts/components/profile/CurrentPassword.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { Step } from './StepDialog.tsx'

interface BothFactors {
  currentPassword: string
  code: string
}

interface BothFactorsStep<Result> {
  title: string
  description: string
  act: (body: BothFactors) => Promise<Result>
  submit: { label: string; destructive?: boolean }
  done?: () => ToastMessage
  failed: string
  onDone: (result: Result) => void
  onClose: () => void
}

/** Requires both the password and a code. The password alone must not be enough to change the second factor. */
export function useBothFactorsStep<Result>({
  title,
  description,
  act,
  submit,
  done,
  failed,
  onDone,
  onClose,
}: BothFactorsStep<Result>): Step {
  const form = useForm({ defaultValues: { currentPassword: '', code: '' }, resolver })
  const ask = useAction({ act, done, failed, onDone })
  const send = form.handleSubmit((body) =>
    ask.mutate(body, { onError: (error) => showFieldErrors(error, form) }),
  )
  return {
    title,
    description,
    busy: ask.isPending,
    onSubmit: (event) => void send(event),
    children: <Fields form={form} />,
    footer: (
      <>
        <Button variant="outline" disabled={ask.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={submit.destructive ? 'destructive' : 'primary'}
          busy={ask.isPending}
        >
          {submit.label}
        </Button>
      </>
    ),
  }
}

function Fields({ form }: { form: UseFormReturn<BothFactors, unknown, BothFactors> }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4">
      <CurrentPassword
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <Field
        label="Code"
        hint="The 6-digit code from your authenticator app, or a recovery code."
        error={errors.code?.message}
      >
        <CodeInput {...form.register('code')} />
      </Field>
    </div>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.bothFactors),
)
