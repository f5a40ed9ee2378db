import { Download } from 'lucide-react'
import { useExport } from '#web/files/use-export.ts'
import { askForFile, callFile } from '#web/api/call-file.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { SpinnerRing } from '#web/ui/display/Spinner.tsx'
import type { MouseEvent } from 'react'

/**
 * Downloads a loan's documents as one archive. The browser follows the link, and so writes what may be many
 * gigabytes as they arrive; but a link can't say why it fails, so the server is asked first.
 */
export function DownloadAllLink({ loanId, onOpen }: { loanId: string; onOpen: () => void }) {
  const { save, busy } = useExport("The documents couldn't be downloaded")
  const input = { params: { id: loanId } }
  const href = `/api/loans/${loanId}/documents.zip`

  function download(event: MouseEvent) {
    event.preventDefault()
    if (busy) return
    void save(async () => {
      // The answer to a question that fails has no text: asked for the file itself, the server says why.
      if (!(await askForFile('downloadDocuments', input)))
        return callFile('downloadDocuments', input)
      followDownload(href)
      onOpen()
      return null
    })
  }
  return (
    <ButtonLink
      href={href}
      download
      variant="outline"
      size="s"
      className="-my-1"
      aria-busy={busy || undefined}
      onClick={download}
    >
      {/* With many files, the server takes seconds to answer. */}
      {busy ? <SpinnerRing /> : <Download aria-hidden="true" />}
      Download All
    </ButtonLink>
  )
}

function followDownload(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
