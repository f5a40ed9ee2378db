import type { Loan } from '#contract/loans/shapes.ts'
import { compareFigures, zeroPercent } from '#domain/money.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Once somebody holds a share: how the shares grew. The room is reserved, so that nothing moves below. */
export function FundingStoryCard({ loan }: { loan: Loan }) {
  const isUntouched = [loan.committedPercentage, loan.softPercentage].every(
    (share) => compareFigures(share, zeroPercent) === 0,
  )
  if (isUntouched) return null
  return (
    <Card as="section" aria-labelledby="funding-story">
      <CardHeader>
        <CardTitle id="funding-story">Funding Over Time</CardTitle>
      </CardHeader>
      <CardContent className="grid min-h-44 content-start gap-2">
        <FundingStory loanId={loan.id} />
      </CardContent>
    </Card>
  )
}

// Loaded on demand: it is below what is seen at once.
const FundingStory = onDemand<{ loanId: string }>(
  () => import('./FundingStory.tsx').then((part) => part.FundingStory),
  () => <Skeleton className="h-24" />,
)
