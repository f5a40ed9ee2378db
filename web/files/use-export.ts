import { ConnectionError, isUnauthorized } from '#web/api/client.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'
import { withReason } from '#web/forms/refusal-text.ts'
import { saveFile } from './save-file.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'

/**
 * Downloads and saves files. A plain link would save an error as the file, or fail without a message. `failed` is the
 * title of the error toast, which also shows the server's message. A null response saves nothing.
 */
export function useExport(failed = 'The export failed') {
  const [busy, setBusy] = useState(false)
  const requireLogin = useRequireLogin()

  async function save(fetchFile: () => Promise<Response | null>) {
    setBusy(true)
    try {
      const response = await fetchFile()
      if (!response) return
      const content = await response.blob().catch((error: unknown) => {
        throw new ConnectionError(error)
      })
      saveFile(nameOf(response), content)
    } catch (error) {
      if (isUnauthorized(error)) requireLogin('Log in again to continue.')
      else
        toast({
          title: 'Error',
          description: withReason(failed, error),
          variant: 'destructive',
        })
    } finally {
      setBusy(false)
    }
  }
  return { save, busy }
}

/**
 * Reads the filename from Content-Disposition. For a name outside ASCII, the extended form (`filename*`) follows the
 * plain form.
 */
function nameOf({ headers }: Response): string {
  const header = headers.get('content-disposition') ?? ''
  const whole = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1]
  if (whole) return decodeURIComponent(whole)
  return /filename="([^"]+)"/.exec(header)?.[1] ?? 'export'
}
