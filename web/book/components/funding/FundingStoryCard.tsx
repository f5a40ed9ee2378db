import { FundingStory } from './FundingStory.tsx'
import type { FundingDay } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { isAboveZero } from '#domain/money.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'

/**
 * Renders nothing if lenders had no share of the loan at the end of any day. If they have a share now, reserves space
 * during loading so that the layout doesn't shift.
 */
export function FundingStoryCard({ loan }: { loan: Loan }) {
  const story = useQuery(endpointQuery('getFundingStory', { params: { id: loan.id } }))
  const isHeld = hasShare(loan)
  if (story.data ? !story.data.some(hasShare) : !isHeld && !story.error) return null
  return (
    <Card as="section" aria-labelledby="funding-story" className="print:break-inside-avoid">
      <CardHeader>
        <CardTitle id="funding-story">Funding Over Time</CardTitle>
      </CardHeader>
      <CardContent className="grid min-h-44 content-start gap-2">
        {story.data ? (
          <FundingStory days={story.data} />
        ) : story.error ? (
          <ErrorCard
            title="The funding over time couldn't be loaded"
            message={errorMessage(story.error, story.error.message)}
            busy={story.isFetching}
            onRetry={() => void story.refetch()}
          />
        ) : (
          <Skeleton className="h-24" />
        )}
      </CardContent>
    </Card>
  )
}

const hasShare = ({
  committedPercentage,
  softPercentage,
}: Pick<FundingDay, 'committedPercentage' | 'softPercentage'>) =>
  isAboveZero(committedPercentage) || isAboveZero(softPercentage)
