import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { holdingsIn, type Holdings } from './holdings.ts'
import { paths } from '#web/addresses/paths.ts'
import { SegmentSwatch } from '#web/ui/display/SegmentedBar.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'

export function OwnPosition({
  loan,
}: {
  loan: Pick<Loan, 'id' | 'status' | 'committedPercentage'>
}) {
  const { id: loanId } = loan
  const commitments = useQuery(endpointQuery('listOwnCommitments', { query: { loanId } }))
  const held = commitments.data && holdingsIn(loanId, commitments.data)
  if (held && !held.binding && !held.soft)
    return (
      // Reserves the same height as the box next to the loan's figures, so that the button below doesn't move.
      <p className="text-[0.8125rem] text-muted-foreground @3xl:grid @3xl:min-h-24.5 @3xl:content-end">
        {takesCommitments(loan)
          ? 'You hold nothing in this loan yet.'
          : 'You hold nothing in this loan.'}
      </p>
    )
  return (
    // Next to the loan's figures, the height of one line and of the link is reserved, so that the layout doesn't shift.
    <div className="grid content-start gap-2 rounded-lg bg-muted p-3 @3xl:min-h-24.5">
      <h3 className="text-xs font-medium text-muted-foreground">Your Position</h3>
      {held ? (
        <Lines
          held={held}
          onBehalf={commitments.data.filter(
            (own) => own.loanId === loanId && own.status === 'active' && own.isOnBehalf === 'true',
          )}
        />
      ) : commitments.error ? (
        <p>Your position couldn't be loaded.</p>
      ) : (
        <>
          <p className="sr-only">Loading...</p>
          <Skeleton className="h-5" />
        </>
      )}
    </div>
  )
}

interface LinesProps {
  held: Holdings
  onBehalf: Commitment[]
}

function Lines({ held, onBehalf }: LinesProps) {
  const kinds = [
    { name: 'Binding', look: 'solid', holding: held.binding },
    { name: 'Soft', look: 'hatch', holding: held.soft },
  ] as const
  return (
    <>
      <dl className="grid gap-1.5">
        {kinds.map(
          ({ name, look, holding }) =>
            holding && (
              <div key={name} className="flex items-baseline justify-between gap-3">
                <dt className="flex items-baseline gap-2">
                  <SegmentSwatch look={look} />
                  {name} {formatShare(holding.share)}
                </dt>
                <dd className="font-medium">{formatCents(holding.amount)}</dd>
              </div>
            ),
        )}
      </dl>
      {onBehalf.map(({ id, percentage, amount, isSoftCommit }) => (
        <p key={id} className="text-[0.8125rem] text-muted-foreground">
          {formatShare(percentage)} ({formatCents(amount)},{' '}
          {isSoftCommit === 'true' ? 'soft' : 'binding'}) recorded on your behalf
        </p>
      ))}
      <Link
        href={paths.commitments()}
        className="text-[0.8125rem] font-medium text-primary underline underline-offset-4"
      >
        My Commitments
      </Link>
    </>
  )
}
