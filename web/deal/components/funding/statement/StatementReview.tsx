import type { Funding } from '#contract/deal/funding.ts'
import { ApiError, errorMessage } from '#web/api/client.ts'
import { FileChangedError } from '#web/api/not-sent.ts'
import { sendFile } from '#web/files/send-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { payerOf } from '#web/deal/components/funding/describe-funding.ts'
import {
  describeSelected,
  describeStatement,
  keyProposals,
  moneyState,
  type KeyedProposal,
} from './describe-statement.ts'
import { LeftLines } from './LeftLines.tsx'
import { ProblemLines } from './ProblemLines.tsx'
import { ProposalsTable } from './ProposalsTable.tsx'

const RecordReceiptDialog = onDemand(() =>
  import('#web/deal/components/funding/RecordReceiptDialog.tsx').then(
    (part) => part.RecordReceiptDialog,
  ),
)

interface StatementReviewProps {
  funding: Funding
  file: File
  turn: number
}

/** What a file proposes. It is read again after each change of the money, so that nothing is proposed twice. */
export function StatementReview({ funding, file, turn }: StatementReviewProps) {
  const { loan } = funding
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['statement', loan.id, file.name, file.size, turn, moneyState(funding)],
    queryFn: ({ signal }) =>
      sendFile('proposeFundsReceipts', { file, params: { id: loan.id }, signal }),
    placeholderData: keepPreviousData,
    // The proposals aren't cached, because each receipt changes them.
    gcTime: 0,
  })
  const [unselected, setUnselected] = useState<ReadonlySet<string>>(new Set())
  const [recorded, setRecorded] = useState<ReadonlySet<string>>(new Set())
  const [series, setSeries] = useState<Series | null>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const [next] = series?.left ?? []

  useEffect(() => {
    if (series !== null || recorded.size === 0) return undefined
    // The dialog returns the focus later than it is removed, and to `main` if its opener is gone.
    const later = setTimeout(() => {
      if (document.activeElement?.matches('main, body'))
        summary.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(later)
  }, [series, recorded])

  const dialog = series && next && (
    <RecordReceiptDialog
      key={next.key}
      funding={funding}
      firmId={next.firmId}
      proposal={next}
      title={
        series.total === 1
          ? 'Record Receipt'
          : `Record Receipt ${series.total - series.left.length + 1} of ${series.total}`
      }
      onClose={() => setSeries(null)}
      onRecorded={() => {
        setRecorded(new Set([...recorded, next.key]))
        const left = series.left.slice(1)
        setSeries(left.length > 0 ? { ...series, left } : null)
      }}
    />
  )
  if (error)
    return (
      <>
        <div className="border-t">
          <ErrorCard
            className="border-0"
            title={`${file.name} couldn't be read`}
            message={errorMessage(error, error.message)}
            busy={isFetching}
            onRetry={isFault(error) ? undefined : () => void refetch()}
          />
        </div>
        {dialog}
      </>
    )
  if (!data)
    return (
      <div className="grid gap-3 border-t px-4.5 py-4">
        <p role="status" className="text-muted-foreground">
          Reading the file...
        </p>
        <Skeleton className="h-40" />
      </div>
    )
  // Until the file is read again, the proposals that were recorded are left out here.
  const proposals = keyProposals(data.proposals)
    .filter(({ key }) => !(isPlaceholderData && recorded.has(key)))
    .map((each) => ({ ...each, lenderName: payerOf(funding.lenders, each) }))
  const selected = proposals.filter(({ key }) => !unselected.has(key))
  const record = (left: readonly KeyedProposal[]) => setSeries({ total: left.length, left })
  return (
    <div className="grid grid-cols-1" aria-busy={isFetching}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4.5 py-3">
        <p
          ref={summary}
          role="status"
          tabIndex={-1}
          className="min-w-0 flex-1 basis-60 text-pretty outline-none"
        >
          {describeStatement({ ...data, proposals })}
          {selected.length > 0 && (
            <span className="block font-medium">
              {describeSelected(selected, funding.totals.outstanding)}
            </span>
          )}
        </p>
        {proposals.length > 1 && (
          <Button
            className="max-md:w-full"
            aria-disabled={selected.length === 0}
            onPointerEnter={RecordReceiptDialog.preload}
            onClick={() => record(selected)}
          >
            Record Selected ({selected.length})…
          </Button>
        )}
      </div>
      {proposals.length > 0 ? (
        <ProposalsTable
          format={data.format}
          proposals={proposals}
          unselected={unselected}
          onSelect={setUnselected}
          onRecord={(proposal) => record([proposal])}
        />
      ) : (
        <NothingLeft hasRecorded={recorded.size > 0} />
      )}
      {data.problemCount > 0 && <ProblemLines found={data} />}
      {data.leftCount > 0 && <LeftLines found={data} />}
      {dialog}
    </div>
  )
}

interface Series {
  total: number
  left: readonly KeyedProposal[]
}

const NothingLeft = ({ hasRecorded }: { hasRecorded: boolean }) =>
  hasRecorded ? (
    <EmptyState
      kind="done"
      className="border-t"
      title="Nothing is left to record"
      text="All receipts that the file proposed are on record."
    />
  ) : (
    <EmptyState
      className="border-t"
      title="No receipts are proposed"
      text="No line fits what a lender still owes. Choose another file, or record a receipt by hand."
    />
  )

/** True if sending the same file again can't help. */
const isFault = (error: Error) =>
  error instanceof FileChangedError ||
  (error instanceof ApiError && [400, 413].includes(error.status))
