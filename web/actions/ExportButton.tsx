import { ConnectionError, isUnauthorized } from '#web/api/client.ts'
import { useRequireLogin } from './use-require-login.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useFocusAfterWork } from '#web/ui/use-focus-after-work.ts'
import { Download } from '#web/ui/icons/download.ts'
import { useState } from 'react'
import { withReason } from './refusal-text.ts'
import { saveFile } from './save-file.ts'

export interface ExportButtonProps {
  label: string
  /** Requests the file from the server. */
  fetchFile: () => Promise<Response>
  /** The text for a failure; the server's message is appended. */
  failed?: string
}

/**
 * Fetches a file and saves it. A plain link would save an error as the file, or nothing at all,
 * without showing a message.
 */
export function ExportButton({
  label,
  fetchFile,
  failed = 'The export failed',
}: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const requireLogin = useRequireLogin()
  useFocusAfterWork(busy)

  async function save() {
    setBusy(true)
    try {
      const response = await fetchFile()
      const content = await response.blob().catch((error: unknown) => {
        // The connection broke during the download.
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

  return (
    <Button variant="outline" busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  )
}

/** The filename in the headers; the extended form comes second, for names that need it. */
function nameOf({ headers }: Response): string {
  const header = headers.get('content-disposition') ?? ''
  const whole = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1]
  if (whole) return decodeURIComponent(whole)
  return /filename="([^"]+)"/.exec(header)?.[1] ?? 'export'
}
