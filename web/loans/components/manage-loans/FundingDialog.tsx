import { CircleAlert } from 'lucide-react'
import { loanStatusLabels, loanStatusMeanings } from '#domain/loans/statuses.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeFunding } from './describe-funding.ts'

export interface FundingDialogProps {
  loanId: string
  confirmLabel: string
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for confirmation and shows the totals of binding commitments, because funding closes the loan's book. */
export function FundingDialog({
  loanId,
  disabled = false,
  onClose,
  children,
  ...confirm
}: FundingDialogProps) {
  const book = useQuery({
    ...endpointQuery('getBookTotals', { params: { id: loanId } }),
    // The dialog waits for current figures, because a decision must not be based on outdated figures.
    refetchOnMount: 'always',
  })
  // `isFetchedAfterMount` is also true after a failed request that left the old data, so the error is checked too.
  const found = book.isFetchedAfterMount && !book.error ? book.data : undefined
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Set to ${loanStatusLabels.funded}?`}
      text={loanStatusMeanings.funded}
      disabled={disabled || !found}
      {...confirm}
    >
      <div className="mt-4">
        {found ? (
          <Figures {...describeFunding(found.totals)} />
        ) : book.error ? (
          <ErrorCard
            title="The book couldn't be loaded"
            message={errorMessage(book.error, book.error.message)}
            busy={book.isFetching}
            onRetry={() => void book.refetch()}
          />
        ) : (
          <Spinner className="justify-start!" />
        )}
      </div>
      {children}
    </ConfirmDialog>
  )
}

function Figures({ text, isShort }: ReturnType<typeof describeFunding>) {
  return (
    <p
      className={cx(
        'flex items-start gap-2 rounded-lg px-3 py-2.5 text-pretty tabular-nums',
        isShort ? 'bg-warning-soft text-warning' : 'bg-muted',
      )}
    >
      {isShort && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
      {text}
    </p>
  )
}
