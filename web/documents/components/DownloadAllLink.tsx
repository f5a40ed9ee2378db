import { Download } from 'lucide-react'
import { useExport } from '#web/files/use-export.ts'
import { askForFile, callFile } from '#web/api/call-file.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { SpinnerRing } from '#web/ui/display/Spinner.tsx'
import type { MouseEvent } from 'react'

/**
 * Downloads all documents as one archive. The link is an ordinary link so that the browser writes the archive to disk
 * as it arrives. A link can't report an error, so a HEAD request checks first.
 */
export function DownloadAllLink({ loanId, onOpen }: { loanId: string; onOpen: () => void }) {
  const { save, busy } = useExport("The documents couldn't be downloaded")
  const input = { params: { id: loanId } }
  const href = `/api/loans/${loanId}/documents.zip`

  function download(event: MouseEvent) {
    event.preventDefault()
    if (busy) return
    void save(async () => {
      // A failed HEAD request has no body, so the file itself is requested for the error message.
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
      aria-busy={busy || undefined}
      onClick={download}
    >
      {/* With many files, the server takes seconds to respond. */}
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
