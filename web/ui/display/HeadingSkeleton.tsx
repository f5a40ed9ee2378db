import { Skeleton } from './Skeleton.tsx'

/** Replaces a page's heading and subtitle while loading; announced to screen readers. */
export function HeadingSkeleton() {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-muted-foreground">
        Loading...
      </p>
      <Skeleton className="h-7 w-2/3 max-w-96" />
      <Skeleton className="h-4 w-1/2 max-w-72" />
    </div>
  )
}
