import { Skeleton } from '#web/ui/Skeleton.tsx'

export function BookSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p role="status" className="text-muted-foreground">
          Loading...
        </p>
        <Skeleton className="h-7 w-2/3 max-w-96" />
        <Skeleton className="h-4 w-1/2 max-w-72" />
      </div>
      <Skeleton className="h-48 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}
