import { HeadingSkeleton } from '#web/ui/display/HeadingSkeleton.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'

export function BookSkeleton() {
  return (
    <div className="grid gap-5">
      <HeadingSkeleton />
      <Skeleton className="h-48 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}
