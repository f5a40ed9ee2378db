import type { Document } from '#contract/documents/shapes.ts'
import { objectPath } from '#web/documents/components/stored-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { seenAsLenderReason, useOffInPreview, useSeenAsLender } from '#web/seen-as-lender.ts'
import { controlClass } from '#web/ui/fields/Input.tsx'
import { cx } from '#web/ui/cx.ts'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { ChevronLeft, ChevronRight, Ellipsis, ExternalLink, MessageSquare, X } from 'lucide-react'
import { useState } from 'react'
import { parsePage } from './document-address.ts'

interface PanelHeadProps {
  headingId: string
  document: Document
  name: string
  details: string
  previous: Document | undefined
  next: Document | undefined
  page: number | null
  isPaged: boolean
  onShow: (id: string) => void
  onPage: (page: number | null) => void
  onAsk: (() => void) | undefined
  onClose: () => void
}

/** The panel's header, with the neighboring documents, the document's name, the page, and the actions. */
export function PanelHead({
  headingId,
  document: shown,
  name,
  details,
  previous,
  next,
  page,
  isPaged,
  onShow,
  onPage,
  onAsk,
  onClose,
}: PanelHeadProps) {
  const isPhone = usePhone()
  const isSeenAsLender = useSeenAsLender()
  const off = useOffInPreview()
  const path = objectPath(shown.fileUrl)
  const askLabel = isPaged ? 'Ask about This Page' : 'Ask about This File'
  return (
    <div className="flex min-h-14 items-center gap-1 border-b px-2">
      <Turn to={previous} label="Previous Document" Icon={ChevronLeft} onShow={onShow} />
      <Turn to={next} label="Next Document" Icon={ChevronRight} onShow={onShow} />
      <div className="mr-auto min-w-0 pl-1.5">
        <h2 id={headingId} title={name} className="truncate text-base/5 font-semibold">
          {name}
        </h2>
        <p title={details} className="truncate text-xs text-muted-foreground">
          {details}
        </p>
      </div>
      {isPhone ? (
        <ActionMenu
          trigger={
            <Button variant="ghost" size="icon" aria-label="More">
              <Ellipsis aria-hidden="true" />
            </Button>
          }
          actions={[
            ...(onAsk
              ? [
                  {
                    label: askLabel,
                    onSelect: onAsk,
                    disabled: isSeenAsLender,
                    hint: isSeenAsLender ? seenAsLenderReason : undefined,
                  },
                ]
              : []),
            ...(path
              ? [
                  {
                    label: 'Open in a New Tab',
                    onSelect: () => void window.open(path, '_blank', 'noopener'),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <>
          {isPaged && <PageField key={shown.id} page={page} onPage={onPage} />}
          {onAsk && (
            // The visible label is short, so that the document's name has room.
            <Button
              title={askLabel}
              {...off}
              variant="outline"
              size="s"
              aria-label={askLabel}
              onClick={onAsk}
            >
              <MessageSquare aria-hidden="true" />
              Ask
            </Button>
          )}
          {path && (
            <ButtonLink
              href={path}
              target="_blank"
              variant="ghost"
              size="icon"
              title="Open in a New Tab"
            >
              <ExternalLink aria-hidden="true" />
              <span className="sr-only">Open in a New Tab</span>
            </ButtonLink>
          )}
        </>
      )}
      <Button variant="ghost" size="icon" data-first="" onClick={onClose}>
        <X aria-hidden="true" />
        <span className="sr-only">Close</span>
      </Button>
    </div>
  )
}

interface TurnProps {
  to: Document | undefined
  label: string
  Icon: typeof ChevronLeft
  onShow: (id: string) => void
}

/** Uses `aria-disabled`, because a disabled button would lose focus at the last document. */
const Turn = ({ to, label, Icon, onShow }: TurnProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={label}
    title={to ? `${label}: ${to.filename}` : label}
    aria-disabled={to === undefined}
    onClick={() => to && onShow(to.id)}
  >
    <Icon aria-hidden="true" />
  </Button>
)

/**
 * The browser's PDF viewer doesn't report the page that it shows, so the user enters the page to open or to ask about.
 */
function PageField({
  page,
  onPage,
}: {
  page: number | null
  onPage: (page: number | null) => void
}) {
  const [typed, setTyped] = useState(textOf(page))
  const [shownPage, setShownPage] = useState(page)
  if (shownPage !== page) {
    setShownPage(page)
    setTyped(textOf(page))
  }
  const settle = () => {
    const next = parsePage(typed)
    if (next !== page) onPage(next)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        settle()
      }}
    >
      <label className="flex items-center gap-1.5 text-[0.8125rem] text-muted-foreground">
        Page
        <span className="w-12">
          <input
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            placeholder="1"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={settle}
            className={cx(controlClass, 'h-7.5 px-2! text-center')}
          />
        </span>
      </label>
    </form>
  )
}

const textOf = (page: number | null) => (page === null ? '' : String(page))
