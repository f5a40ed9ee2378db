import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { call } from '#web/api/client.ts'
import { lazyResolver, showFailure } from '#web/forms/form.ts'
import { useKeptFields } from '#web/forms/use-kept-fields.tsx'
import { refreshSession, useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useFormArrival } from '#web/ui/fields/use-form-arrival.ts'
import { useForm } from 'react-hook-form'

export function NamesForm() {
  const { user } = useSession()
  const form = useForm({
    // Applies values that were saved elsewhere, such as the company, without losing unsaved input.
    values: namesOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    resolver,
  })
  const kept = useKeptFields('names', form)
  const place = useFormArrival<HTMLFormElement>('name')
  const { errors, isSubmitting, isDirty } = form.formState

  const save = form.handleSubmit(async (names) => {
    const sent = form.getValues()
    try {
      const body = Object.fromEntries(Object.entries(names).filter(([name]) => kept.isTyped(name)))
      const saved = await call('updateProfile', { body })
      await refreshSession(saved)
      kept.save(sent, namesOf(saved))
      toast({ title: 'Profile updated', description: 'Your name has been saved.' })
    } catch (error) {
      showFailure(error, form, 'Profile not updated')
    }
  })

  return (
    <form
      ref={place}
      onSubmit={(event) => void save(event)}
      noValidate
      className="grid gap-4 sm:grid-cols-2"
    >
      {kept.offer && <div className="sm:col-span-2">{kept.offer}</div>}
      <Field label="First name" error={errors.firstName?.message}>
        <Input autoComplete="given-name" {...form.register('firstName')} />
      </Field>
      <Field label="Last name" error={errors.lastName?.message}>
        <Input autoComplete="family-name" {...form.register('lastName')} />
      </Field>
      {/* In records, a firm's own name precedes a company. */}
      {user && user.firmName !== null ? (
        <dl className="grid gap-1.5 sm:col-span-2">
          <dt className="font-medium">Firm</dt>
          <dd className="wrap-anywhere">{user.firmName}</dd>
        </dl>
      ) : (
        <Field label="Company" error={errors.companyName?.message} className="sm:col-span-2">
          <Input autoComplete="organization" {...form.register('companyName')} />
        </Field>
      )}
      <Button
        type="submit"
        variant="outline"
        busy={isSubmitting}
        aria-disabled={!isDirty}
        className="justify-self-start max-sm:justify-self-stretch"
      >
        Save Name
      </Button>
    </form>
  )
}

type Names = Record<'firstName' | 'lastName' | 'companyName', string>

const namesOf = (user: CurrentUser | null): Names => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  companyName: user?.companyName ?? '',
})

const resolver = lazyResolver(() =>
  import('#contract/accounts/shapes.ts').then((auth) => auth.ownNames),
)
