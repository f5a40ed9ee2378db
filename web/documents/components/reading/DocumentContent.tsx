import type { Document } from '#contract/documents/shapes.ts'
import { formatFileSize, spreadsheetType } from '#domain/documents/files.ts'
import { canShow, fileTypeLabel, objectPath } from '#web/documents/components/stored-file.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Download, FileText } from 'lucide-react'
import { SheetView } from './SheetView.tsx'

export function shownAs(fileType: string): 'pdf' | 'image' | 'sheets' | 'nothing' {
  if (fileType === spreadsheetType) return 'sheets'
  if (!canShow(fileType)) return 'nothing'
  return fileType === 'application/pdf' ? 'pdf' : 'image'
}

interface DocumentContentProps {
  document: Document
  page: number | null
  onPage: (page: number | null) => void
  onLoad: () => void
}

export function DocumentContent({ document, page, onPage, onLoad }: DocumentContentProps) {
  const { filename, fileType, fileUrl } = document
  const path = objectPath(fileUrl) ?? ''
  const shown = { onLoad, className: 'block min-h-0 w-full flex-1 bg-muted object-contain' }
  const kind = shownAs(fileType)
  if (kind === 'sheets')
    return (
      <SheetView
        documentId={document.id}
        page={page}
        onPage={onPage}
        onLoad={onLoad}
        renderUnreadable={(reason) => <NotShown document={document} reason={reason} />}
      />
    )
  if (kind === 'nothing') return <NotShown document={document} />
  return kind === 'pdf' ? (
    // Browsers don't start their PDF viewer in a sandbox. The response's content security policy blocks scripts
    // instead.
    // eslint-disable-next-line react/iframe-missing-sandbox
    <iframe {...shown} src={path + viewOf(page)} title={filename} />
  ) : (
    <img {...shown} src={path} alt={filename} />
  )
}

/** Hides the sidebar with thumbnails: `navpanes` is for Chrome, Edge, and Acrobat, and `pagemode` for Firefox. */
const viewOf = (page: number | null) =>
  `#${page === null ? '' : `page=${page}&`}navpanes=0&pagemode=none`

function NotShown({ document, reason }: { document: Document; reason?: string }) {
  const { filename, fileType, fileUrl, sizeBytes } = document
  const path = objectPath(fileUrl)
  const details = [
    fileTypeLabel(fileType),
    ...(sizeBytes === null ? [] : [formatFileSize(sizeBytes)]),
  ]
  const advice =
    fileType === 'application/pdf'
      ? 'Open it in your PDF viewer.'
      : 'Download it, and open it in its own program.'
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto bg-muted">
      <EmptyState
        icon={FileText}
        title="This file can't be shown here"
        text={`${details.join(' · ')}. ${reason || advice}`}
        action={
          path && (
            <ButtonLink
              href={path}
              target="_blank"
              aria-label={`Download ${filename} (opens in a new tab)`}
            >
              <Download aria-hidden="true" />
              Download
            </ButtonLink>
          )
        }
      />
    </div>
  )
}
