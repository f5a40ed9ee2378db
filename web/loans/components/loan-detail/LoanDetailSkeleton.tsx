import { Card } from '#web/ui/Card.tsx'
import { HeadingSkeleton } from '#web/ui/HeadingSkeleton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

export function LoanDetailSkeleton() {
  return (
    <div className="grid gap-5">
      <HeadingSkeleton />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-4">
          <Skeleton className="aspect-video rounded-xl" />
          <Card className="grid gap-3 p-4.5">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </Card>
        </div>
        <Card className="grid gap-3 p-4.5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-9 w-24" />
          <Skeleton className="h-2" />
          <Skeleton className="h-9" />
        </Card>
      </div>
    </div>
  )
}
