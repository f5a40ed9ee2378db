import { X } from 'lucide-react'
import type { Document } from '#contract/documents/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMatches } from '#web/ui/use-matches.ts'
import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { objectPath } from './stored-file.ts'
import { useDocumentPanel } from './use-document-panel.ts'

export function DocumentViewer(props: Omit<DocumentPanelProps, 'isBeside'>) {
  // The key gives each document a new iframe. Changing the URL of an existing iframe would add a step to the browser's
  // history.
  return <DocumentPanel key={props.document.id} isBeside={useMatches(wide)} {...props} />
}

const wide = window.matchMedia('(width >= 80rem)')

export interface DocumentPanelProps {
  document: Document
  name: string
  isBeside: boolean
  /** The link that opened the panel. */
  opener: HTMLElement
  onLoad: () => void
  onClose: () => void
}

/**
 * Shows a document next to the page or over it. Both layouts use the same element, because a new iframe would return to
 * the document's first page.
 */
function DocumentPanel({
  document: shown,
  name,
  isBeside,
  opener,
  onLoad,
  onClose,
}: DocumentPanelProps) {
  const heading = useId()
  const panel = useRef<HTMLDivElement>(null)
  useDocumentPanel({ panel, opener, isBeside, onClose })
  // The panel is rendered into the page frame, so that the frame's grid divides the window between the page and the
  // panel.
  const frame = document.getElementById('frame')
  return (
    frame &&
    createPortal(
      <div
        ref={panel}
        role={isBeside ? 'complementary' : 'dialog'}
        aria-modal={isBeside ? undefined : true}
        aria-labelledby={heading}
        // This marks the panel as an open dialog for the styles and the toasts.
        data-state="open"
        className={cx(
          'bg-card print:hidden',
          isBeside ? 'min-w-0 flex-1 border-l' : 'fixed inset-0 z-50',
        )}
      >
        <div className="sticky top-0 flex h-dvh flex-col">
          <div className="flex min-h-14 items-center gap-2 border-b py-2 pr-2 pl-4">
            <h2 id={heading} className="mr-auto min-w-0 text-base font-semibold wrap-anywhere">
              {name}
            </h2>
            <ButtonLink
              href={objectPath(shown.fileUrl) ?? ''}
              target="_blank"
              variant="outline"
              size="s"
            >
              Open in a New Tab
            </ButtonLink>
            <Button variant="ghost" size="icon" onClick={onClose}>
              <X aria-hidden="true" />
              <span className="sr-only">Close</span>
            </Button>
          </div>
          <DocumentFrame
            document={shown}
            onLoad={onLoad}
            className="min-h-0 flex-1 object-contain"
          />
        </div>
      </div>,
      frame,
    )
  )
}

interface DocumentFrameProps {
  document: Document
  onLoad?: () => void
  className: string
}

function DocumentFrame({ document, onLoad, className }: DocumentFrameProps) {
  const { filename, fileType, fileUrl } = document
  const path = objectPath(fileUrl) ?? ''
  const shown = {
    onLoad,
    className: cx('block w-full bg-muted', className),
  }
  return fileType === 'application/pdf' ? (
    // Browsers don't start their PDF viewer in a sandbox. The response's content security policy blocks scripts
    // instead.
    // eslint-disable-next-line react/iframe-missing-sandbox
    <iframe {...shown} src={path + pagesOnly} title={filename} />
  ) : (
    <img {...shown} src={path} alt={filename} />
  )
}

/** Hides the sidebar with thumbnails: `navpanes` is for Chrome, Edge, and Acrobat, and `pagemode` for Firefox. */
const pagesOnly = '#navpanes=0&pagemode=none'
