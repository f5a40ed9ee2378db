import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { RecordDialog } from '#web/book/components/on-behalf/RecordDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useQuery } from '@tanstack/react-query'

export interface RecordForLoanProps {
  loanId: string
  onClose: () => void
}

export function RecordForLoan({ loanId, onClose }: RecordForLoanProps) {
  const totals = useQuery(endpointQuery('getBookTotals', { params: { id: loanId } }))
  if (totals.data) return <RecordDialog book={totals.data} onClose={onClose} />
  const { error } = totals
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Record Commitment">
      {error ? (
        <ErrorCard
          title="The book couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={totals.isFetching}
          onRetry={() => void totals.refetch()}
        />
      ) : (
        <Spinner className="py-16" />
      )}
    </Dialog>
  )
}
