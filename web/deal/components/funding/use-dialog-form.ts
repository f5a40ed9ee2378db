import { isUnauthorized } from '#web/api/client.ts'
import { showRefusal } from '#web/deal/components/show-refusal.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useKeptFields } from '#web/forms/use-kept-fields.tsx'
import { whenRefetched } from '#web/live/refetch.ts'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

interface DialogForm<Values extends FieldValues, Read extends FieldValues, Result> {
  /** The name under which typed input is kept if the dialog is closed. */
  name: string
  form: UseFormReturn<Values, unknown, Read>
  /** The fields that are never kept. */
  secrets?: readonly Path<Values>[]
  act: (body: Read) => Promise<Result>
  done: (result: Result) => ToastMessage
  onClose: () => void
  /** Called in place of `onClose` once it was saved. */
  onSaved?: (() => void) | undefined
}

/**
 * The form of a dialog. It shows refusals beside the fields, and keeps typed input until it was saved, so that closing the
 * dialog loses nothing.
 */
export function useDialogForm<Values extends FieldValues, Read extends FieldValues, Result>({
  name,
  form,
  secrets = [],
  act,
  done,
  onClose,
  onSaved = onClose,
}: DialogForm<Values, Read, Result>) {
  const requireLogin = useRequireLogin()
  const { reset, setFocus, setValue, formState } = form
  const getValues = (() =>
    Object.fromEntries(
      Object.entries(form.getValues()).filter(
        ([field]) => !secrets.includes(field as Path<Values>),
      ),
    )) as typeof form.getValues
  const kept = useKeptFields(name, { getValues, reset, setFocus, setValue, formState })

  const submit = form.handleSubmit(async (body) => {
    try {
      const result = await act(body)
      await whenRefetched()
      toast(done(result))
      kept.finish()
      onSaved()
    } catch (error) {
      if (isUnauthorized(error)) requireLogin('Log in again to continue.')
      else showRefusal(error, form)
    }
  })
  return {
    offer: kept.offer,
    submit,
    isBusy: formState.isSubmitting,
    errors: formState.errors,
  }
}
