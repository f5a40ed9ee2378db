import type { Document } from '#contract/documents/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { X } from '#web/ui/icons/x.ts'
import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { DocumentFrame } from './DocumentFrame.tsx'
import { objectPath } from './object-path.ts'
import { useBesidePage } from './use-beside-page.ts'

export interface DocumentPanelProps {
  document: Document
  /** The link on the page that opened it. */
  opener: HTMLElement
  /** The server has sent it. */
  onLoad: () => void
  onClose: () => void
}

/** A document at the right side of the page, which stays in use. */
export function DocumentPanel({ document: shown, opener, onLoad, onClose }: DocumentPanelProps) {
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  useBesidePage(panel, opener, onClose)
  // Beside everything else in the frame, whose columns share the window.
  const frame = document.getElementById('frame')
  return (
    frame &&
    createPortal(
      <aside ref={panel} aria-labelledby={heading} className="min-w-0 flex-1 border-l bg-card">
        <div className="sticky top-0 flex h-dvh flex-col">
          <div className="flex min-h-14 items-center gap-2 border-b py-2 pr-2 pl-4">
            <h2 id={heading} className="mr-auto min-w-0 text-base font-semibold wrap-anywhere">
              {shown.filename}
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
      </aside>,
      frame,
    )
  )
}
