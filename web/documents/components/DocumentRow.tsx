import { Download, Trash2 } from 'lucide-react'
import type { ListedDocument } from '#contract/documents/shapes.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import type { News } from '#domain/documents/news.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import type { MouseEvent, ReactNode } from 'react'
import { linkIdOf } from './reading/use-document-panel.ts'
import { canShow, detailsOf, objectPath } from './stored-file.ts'

export interface DocumentRowProps {
  document: ListedDocument
  loanTitle: string
  /** Set if the document is new or has changed since the user's last visit. */
  news: News | undefined
  isShown: boolean
  onView: () => void
  onOpen: () => void
  /** Null for users who aren't allowed to change documents. */
  changes: { onMove: () => void; onDelete: () => void } | null
  openedBy: ReactNode
}

export function DocumentRow({
  document,
  loanTitle,
  news,
  isShown,
  onView,
  onOpen,
  changes,
  openedBy,
}: DocumentRowProps) {
  const { filename, fileType, fileUrl, openedAt } = document
  const path = objectPath(fileUrl)
  const isUnread = !changes && path !== null && openedAt === null
  const name = nameBesideLoan(filename, loanTitle)

  function view(event: MouseEvent<HTMLElement>) {
    // Clicks with a modifier key are left to the browser, which opens a tab or window or downloads the file.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return onOpen()
    // A browser without a PDF viewer, as on a phone, opens the file in its own app.
    if (fileType === 'application/pdf' && !canShow(fileType)) return onOpen()
    event.preventDefault()
    onView()
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5 print:break-inside-avoid">
      <div className={cx('min-w-0 flex-1', changes && 'max-sm:basis-full')}>
        <p className="font-medium wrap-anywhere">
          {isUnread && (
            <span
              aria-hidden="true"
              className="mr-2 inline-block size-2 rounded-full bg-info align-middle print:hidden"
            />
          )}
          {path ? (
            <a
              id={linkIdOf(document.id)}
              href={path}
              target="_blank"
              rel="noopener noreferrer"
              aria-current={isShown || undefined}
              className={cx('underline-offset-4 hover:underline', isShown && 'underline')}
              onClick={view}
            >
              {name}
            </a>
          ) : (
            name
          )}
          {news && (
            <Badge tone="info" className="ml-2 print:hidden">
              {news}
            </Badge>
          )}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">
          {detailsOf(document).join(' · ')}
          {(openedAt || isUnread) && !changes && (
            <span className="print:hidden">
              {' · '}
              {openedAt ? (
                <span>You opened this on {formatDate(openedAt)}</span>
              ) : (
                <span className="font-medium whitespace-nowrap text-foreground">
                  Not opened yet
                </span>
              )}
            </span>
          )}
        </p>
        {openedBy && <div className="print:hidden">{openedBy}</div>}
      </div>
      {path ? (
        <ButtonLink
          href={path}
          target="_blank"
          variant="outline"
          size="s"
          aria-label={`Download ${filename} (opens in a new tab)`}
          onClick={onOpen}
        >
          <Download aria-hidden="true" />
          {!changes && <span className="max-sm:hidden">Download</span>}
        </ButtonLink>
      ) : (
        <span className="text-[0.8125rem] text-muted-foreground">No file</span>
      )}
      {changes && (
        <>
          <Button
            variant="outline"
            size="s"
            aria-label={`Move ${filename}`}
            onClick={changes.onMove}
          >
            Move
          </Button>
          <Button
            variant="outline"
            size="s"
            aria-label={`Delete ${filename}`}
            onClick={changes.onDelete}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </>
      )}
    </li>
  )
}
