import { useAction } from '#web/forms/use-action.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { CurrentPassword } from '#web/accounts/components/profile/CurrentPassword.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useForm } from 'react-hook-form'
import type { Step } from './StepDialog.tsx'

interface PasswordStep<Result> {
  title: string
  description: string
  act: (body: { currentPassword: string }) => Promise<Result>
  failed: string
  onDone: (result: Result) => void
  onClose: () => void
}

/** Asks for the password again, in case the screen was left unlocked. */
export function usePasswordStep<Result>({
  title,
  description,
  act,
  failed,
  onDone,
  onClose,
}: PasswordStep<Result>): Step {
  const form = useForm({ defaultValues: { currentPassword: '' }, resolver })
  const ask = useAction({ act, failed, onDone })
  const submit = form.handleSubmit((body) =>
    ask.mutate(body, { onError: (error) => showFieldErrors(error, form) }),
  )
  return {
    title,
    description,
    busy: ask.isPending,
    onSubmit: (event) => void submit(event),
    children: (
      <CurrentPassword
        key="password"
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
    ),
    footer: (
      <>
        <Button variant="outline" disabled={ask.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={ask.isPending}>
          Continue
        </Button>
      </>
    ),
  }
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.ownPassword),
)
