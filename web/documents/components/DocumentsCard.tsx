import { onDemand } from '#web/ui/on-demand.tsx'
import type { ListedDocument } from '#contract/documents/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { documentGroupNames, groupDocuments } from '#domain/documents/groups.ts'
import { newsSince } from '#domain/documents/news.ts'
import { isAboveZero } from '#domain/money.ts'
import { callFile } from '#web/api/call-file.ts'
import { ExportButton } from '#web/files/ExportButton.tsx'
import { endpointQuery, call } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { DocumentRow } from './DocumentRow.tsx'
import { DownloadAllLink } from './DownloadAllLink.tsx'
import { useShownDocument } from './reading/use-shown-document.ts'
import { objectPath } from './stored-file.ts'
import type { OpenedByProps } from './readings/OpenedBy.tsx'

const DeleteFileDialog = onDemand(() =>
  import('./DeleteFileDialog.tsx').then((part) => part.DeleteFileDialog),
)
const MoveDocumentDialog = onDemand(() =>
  import('./MoveDocumentDialog.tsx').then((part) => part.MoveDocumentDialog),
)
const DocumentPanel = onDemand(() =>
  import('./reading/DocumentPanel.tsx').then((part) => part.DocumentPanel),
)

const OpenedBy = onDemand<OpenedByProps>(
  () => import('./readings/OpenedBy.tsx').then((part) => part.OpenedBy),
  () => <p className="min-h-lh text-[0.8125rem] max-md:min-h-[calc(1lh+0.75rem)]" />,
)

type Act = { kind: 'move' | 'delete'; document: ListedDocument }

interface DocumentsCardProps {
  loan: Loan
  /** Starts a message with the given text. Undefined if the user can't send messages about the loan. */
  onAsk: ((text: string) => void) | undefined
}

export function DocumentsCard({ loan, onAsk }: DocumentsCardProps) {
  const isSeenAsLender = useSeenAsLender()
  const documents = useQuery({
    ...endpointQuery('listLoanDocuments', { params: { loanId: loan.id } }),
    ...(isSeenAsLender && { select: withoutOpenings }),
  })
  const [act, setAct] = useState<Act | null>(null)
  const reading = useShownDocument()
  const ordered = groupDocuments(documents.data ?? []).flatMap(({ members }) => members)
  const readable = ordered.filter(({ fileUrl }) => objectPath(fileUrl))
  // The panel closes when its document is deleted.
  const shown = readable.find(({ id }) => id === reading.shown?.id)
  const { isAdmin } = useSession()
  const previousVisit = usePreviousVisit(loan.id, documents.isSuccess && !isSeenAsLender)
  const news = newsSince(documents.data ?? [], previousVisit)
  const hasHolders = [loan.committedPercentage, loan.softPercentage].some(isAboveZero)
  // Opening a document updates the time when it was last opened, without a change event.
  const readAgain = () => void documents.refetch()
  const waitForOpening = useAfterOpening(readAgain)
  // The refetch is delayed, because the server might not have recorded the opening of a document that was closed
  // quickly.
  useAfterEach(shown?.id, waitForOpening)
  const close = () => setAct(null)
  return (
    <Card as="section" aria-labelledby="loan-documents" className="@container">
      <CardHeader
        className="min-h-11.5"
        action={
          documents.data && (
            // On phones, the buttons have no pictures, so that they fit side by side.
            <div className="-my-1 flex flex-wrap gap-2 print:hidden max-sm:[&_.lucide]:hidden">
              <ExportButton
                size="s"
                label="Loan Summary (PDF)"
                failed="The summary couldn't be downloaded"
                fetchFile={() => callFile('exportLoanSummary', { params: { id: loan.id } })}
              />
              {documents.data.length > 1 && (
                <DownloadAllLink loanId={loan.id} onOpen={waitForOpening} />
              )}
            </div>
          )
        }
      >
        <CardTitle id="loan-documents">Loan Documents</CardTitle>
      </CardHeader>
      <CardContent className="pt-2">
        <FetchedList
          query={documents}
          failed="The documents couldn't be loaded"
          skeleton={
            <>
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
            </>
          }
          empty={<p className="text-muted-foreground">No documents uploaded yet</p>}
        >
          {(items) => (
            <div className="-mb-2 divide-y">
              {groupDocuments(items).map(({ group, members }) => (
                <section
                  key={group}
                  aria-label={documentGroupNames[group]}
                  className="grid gap-x-3 py-1 print:break-inside-avoid @lg:grid-cols-[6.5rem_minmax(0,1fr)]"
                >
                  {/* In print, the heading would keep its group together with the next one, because it is beside
                      the list. */}
                  <h3 className="pt-2 text-xs print:break-after-auto! font-medium text-muted-foreground @lg:pt-2.5">
                    {documentGroupNames[group]}
                  </h3>
                  <ul>
                    {members.map((document) => (
                      <DocumentRow
                        key={document.id}
                        document={document}
                        loanTitle={loan.title}
                        news={news.get(document.id)}
                        isShown={document.id === shown?.id}
                        onView={() => reading.show(document.id)}
                        onOpen={waitForOpening}
                        changes={
                          isAdmin
                            ? {
                                onMove: () => setAct({ kind: 'move', document }),
                                onDelete: () => setAct({ kind: 'delete', document }),
                              }
                            : null
                        }
                        openedBy={
                          isAdmin && hasHolders && <OpenedBy loanId={loan.id} document={document} />
                        }
                      />
                    ))}
                  </ul>
                </section>
              ))}
              {!isAdmin && (
                <p className="pt-3 pb-2 text-xs text-pretty text-muted-foreground print:hidden">
                  {company.name} sees which documents you open, and it is kept on record. Other
                  lenders can't see it.
                </p>
              )}
            </div>
          )}
        </FetchedList>
      </CardContent>
      {act?.kind === 'delete' && (
        <DeleteFileDialog kind="document" file={act.document} onClose={close} />
      )}
      {act?.kind === 'move' && <MoveDocumentDialog document={act.document} onClose={close} />}
      {shown && (
        <DocumentPanel
          document={shown}
          page={reading.shown?.page ?? null}
          documents={readable}
          loanTitle={loan.title}
          hasOpenings={isAdmin && hasHolders}
          onShow={reading.show}
          onPage={reading.turnTo}
          onAsk={onAsk}
          onLoad={readAgain}
          onClose={reading.close}
        />
      )}
    </Card>
  )
}

/** Removes the times when the administrator opened documents, for the administrator's preview as a lender. */
const withoutOpenings = (documents: ListedDocument[]) =>
  documents.map((document) => ({ ...document, openedAt: null }))

/** Calls `onEnd` when a defined value changes or becomes undefined. */
function useAfterEach(value: string | undefined, onEnd: () => void) {
  const last = useRef(value)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (last.current !== undefined && last.current !== value) end()
    last.current = value
  }, [value])
}

/**
 * Calls `onOpened` after a document is opened in another tab: when the user returns to this tab or, if this tab remains
 * visible, after a delay. Call the returned function when the user clicks the document.
 */
function useAfterOpening(onOpened: () => void): () => void {
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])
  return () => {
    waiting.current?.abort()
    const { signal } = (waiting.current = new AbortController())
    const read = () => {
      if (document.hidden) return
      waiting.current?.abort()
      onOpened()
    }
    // A file that is downloaded instead of displayed doesn't hide this tab.
    const timer = setTimeout(read, soonMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    document.addEventListener('visibilitychange', read, { signal })
  }
}

/** This delay gives the request enough time to reach the server. */
const soonMs = 1500

/**
 * Returns the time when the user's previous visit ended, or null while loading and on a first visit to a loan that the
 * user doesn't follow. A visit is recorded once the documents have loaded and the tab is visible.
 */
function usePreviousVisit(loanId: string, hasDocuments: boolean): string | null {
  const [previousAt, setPreviousAt] = useState<string | null>(null)
  useEffect(() => {
    if (!hasDocuments) return undefined
    const leave = new AbortController()
    // The user might never view a background or prerendered tab.
    const visit = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', visit)
      call('visitLoan', { params: { id: loanId } }).then(
        (answer) => leave.signal.aborted || setPreviousAt(answer.previousAt),
        // If this request fails, documents appear without "new" marks.
        () => {},
      )
    }
    document.addEventListener('visibilitychange', visit, { signal: leave.signal })
    visit()
    return () => leave.abort()
  }, [loanId, hasDocuments])
  return previousAt
}
