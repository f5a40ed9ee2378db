import type { UploadKind } from '#domain/documents/files.ts'
import { isUnauthorized } from '#web/api/client.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { showFieldErrors } from '#web/forms/form.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import type { UploadForm } from './use-chosen-file.ts'

/**
 * Saves an uploaded file. The success toast waits until the lists have been refetched. Errors are shown next to the
 * filename field.
 */
export function useSaveUpload(kind: UploadKind, form: UploadForm, onClose: () => void) {
  const requireLogin = useRequireLogin()

  return async (save: () => Promise<unknown>) => {
    try {
      await save()
    } catch (error) {
      if (isUnauthorized(error)) requireLogin('Log in again to continue.')
      showFieldErrors(error, form)
      // The filename field shows errors about the file, so the file field doesn't repeat them.
      form.clearErrors('fileUrl')
      const message = withReason(`Failed to save ${kind}`, error)
      form.setError('filename', { type: 'server', message }, { shouldFocus: true })
      return
    }
    await whenRefetched()
    toast({ title: successes[kind] })
    form.reset()
    onClose()
  }
}

const successes: Record<UploadKind, string> = {
  document: 'Document uploaded successfully',
  photo: 'Photo uploaded successfully',
}
