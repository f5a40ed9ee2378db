import type { UploadKind } from '#domain/files.ts'
import { isUnauthorized } from '#web/api.ts'
import { queriesOfDocument, queriesOfPhoto } from '#web/components/file-queries.ts'
import { withReason } from '#web/components/refusal-text.ts'
import { showFieldErrors } from '#web/form.ts'
import { toast } from '#web/ui/toast.ts'
import { useRequireLogin } from '#web/unauthorized.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Path, UseFormReturn } from 'react-hook-form'

interface UploadFields {
  loanId: string
  filename: string
  fileUrl: string
}

type Form<Values extends UploadFields> = Pick<
  UseFormReturn<Values>,
  'clearErrors' | 'getValues' | 'setError'
>

/** Saves what was uploaded, brings the lists up to date, and says so; or says at the name why not. */
export function useSaveUpload(kind: UploadKind, onSaved: () => void) {
  const client = useQueryClient()
  const requireLogin = useRequireLogin()

  return async <Values extends UploadFields>(form: Form<Values>, save: () => Promise<unknown>) => {
    try {
      await save()
    } catch (error) {
      if (isUnauthorized(error)) requireLogin('Please log in again.')
      showFieldErrors(error, form)
      // All that concerns the file is said in one place.
      form.clearErrors('fileUrl' as Path<Values>)
      const message = withReason(`Failed to save ${kind}`, error)
      form.setError('filename' as Path<Values>, { type: 'server', message }, { shouldFocus: true })
      return
    }
    const { loanId } = form.getValues()
    const touched = kind === 'photo' ? queriesOfPhoto({ loanId }) : queriesOfDocument({ loanId })
    await Promise.all(touched.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    toast({ title: successes[kind] })
    onSaved()
  }
}

const successes: Record<UploadKind, string> = {
  document: 'Document uploaded successfully',
  photo: 'Photo uploaded successfully',
}
