import { Card } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'

export function LoanCardSkeleton() {
  return (
    <Card className="overflow-hidden">
      <Skeleton className="aspect-video rounded-none" />
      <div className="grid gap-3 p-4">
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-10" />
        <Skeleton className="h-8" />
        <Skeleton className="h-9 w-1/2" />
      </div>
    </Card>
  )
}
