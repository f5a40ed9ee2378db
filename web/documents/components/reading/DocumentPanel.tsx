import type { ListedDocument } from '#contract/documents/shapes.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { cx } from '#web/ui/cx.ts'
import { useMatches } from '#web/ui/use-matches.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { askAbout } from './document-address.ts'
import { DocumentContent, shownAs } from './DocumentContent.tsx'
import { firstSheetQuery } from './SheetView.tsx'
import { PanelHead } from './PanelHead.tsx'
import { useOpenings } from '#web/documents/components/readings/use-openings.ts'
import { detailsOf } from '#web/documents/components/stored-file.ts'
import { linkIdOf, useDocumentPanel } from './use-document-panel.ts'

export interface DocumentPanelProps {
  document: ListedDocument
  page: number | null
  documents: readonly ListedDocument[]
  loanTitle: string
  /** True if the number of holders who opened the document is shown instead of the user's own progress. */
  hasOpenings: boolean
  onShow: (id: string) => void
  onPage: (page: number | null) => void
  /** Starts a message with the given text. Undefined if the user can't send messages about the loan. */
  onAsk: ((text: string) => void) | undefined
  onLoad: () => void
  onClose: () => void
}

/**
 * Shows a document next to the page or over it. Both layouts use the same element, because a new iframe would return to
 * the document's first page.
 */
export function DocumentPanel({
  document: shown,
  page,
  documents,
  loanTitle,
  hasOpenings,
  onShow,
  onPage,
  onAsk,
  onLoad,
  onClose,
}: DocumentPanelProps) {
  const isBeside = useMatches(wide)
  const heading = useId()
  const panel = useRef<HTMLDivElement>(null)
  const askAfter = useRef<(() => void) | null>(null)
  useDocumentPanel({
    panel,
    linkId: linkIdOf(shown.id),
    isBeside,
    onClose,
    // If the panel covers the page, the message field can receive focus only after the panel is closed.
    onClosed: () => {
      askAfter.current?.()
      return askAfter.current !== null
    },
  })
  const name = nameBesideLoan(shown.filename, loanTitle)
  const at = documents.findIndex(({ id }) => id === shown.id)
  const kind = shownAs(shown.fileType)
  const openings = useOpenings(shown.loanId, shown.id, hasOpenings)
  // Reads the cached workbook, which the panel's content loads.
  const { data: workbook } = useQuery({ ...firstSheetQuery(shown.id), enabled: false })
  const sheet = kind === 'sheets' ? workbook?.sheets[(page ?? 1) - 1] : undefined
  const place = kind === 'pdf' && page ? `p. ${page}` : sheet ? `sheet ${sheet}` : null

  function ask() {
    const text = askAbout(name, place)
    if (isBeside) return onAsk?.(text)
    askAfter.current = () => onAsk?.(text)
    onClose()
  }
  // The panel is rendered into the page frame so that the frame's grid divides the window between the page and the
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
          <PanelHead
            headingId={heading}
            document={shown}
            name={name}
            details={[hasOpenings ? openings : describeRead(documents), ...detailsOf(shown)]
              .filter(Boolean)
              .join(' · ')}
            previous={documents[at - 1]}
            next={documents[at + 1]}
            page={page}
            isPaged={kind === 'pdf'}
            onShow={onShow}
            onPage={onPage}
            onAsk={onAsk && ask}
            onClose={onClose}
          />
          {/* The key gives each document and page a new iframe. Changing the URL of an existing iframe would add a step
              to the browser's history. */}
          <DocumentContent
            key={kind === 'sheets' ? shown.id : `${shown.id} ${page}`}
            document={shown}
            page={page}
            onPage={onPage}
            onLoad={onLoad}
          />
        </div>
      </div>,
      frame,
    )
  )
}

const describeRead = (documents: readonly ListedDocument[]) =>
  `${documents.filter(({ openedAt }) => openedAt !== null).length} of ${documents.length} read`

const wide = window.matchMedia('(width >= 80rem)')
