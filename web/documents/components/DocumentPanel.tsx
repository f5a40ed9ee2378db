import { X } from 'lucide-react'
import type { Document } from '#contract/documents/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { DocumentFrame } from './DocumentFrame.tsx'
import { objectPath } from './object-path.ts'
import { useDocumentPanel } from './use-document-panel.ts'

export interface DocumentPanelProps {
  document: Document
  /** As the list of the loan's documents has it. */
  name: string
  isBeside: boolean
  /** The link on the page that opened it. */
  opener: HTMLElement
  /** The server has sent it. */
  onLoad: () => void
  onClose: () => void
}

/**
 * A document at the right side of the page, which stays in use, or else over all of it. It is the same element in
 * both places: a frame that is made anew shows its first page again.
 */
export function DocumentPanel({
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
  // Beside everything else in the frame, whose columns share the window.
  const frame = document.getElementById('frame')
  return (
    frame &&
    createPortal(
      <div
        ref={panel}
        role={isBeside ? 'complementary' : 'dialog'}
        aria-modal={isBeside ? undefined : true}
        aria-labelledby={heading}
        // Like another dialog that is open, for the styles and the toasts.
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
