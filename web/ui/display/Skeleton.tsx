import { cx } from '#web/ui/cx.ts'

/** Screen readers skip the skeleton, so show 'Loading...' next to it. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'relative overflow-hidden rounded-md bg-muted print:hidden',
        'after:absolute after:inset-0 after:-translate-x-full after:animate-shimmer',
        'after:bg-linear-to-r after:from-transparent after:via-card/70 after:to-transparent',
        className,
      )}
    />
  )
}

export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, place) => <Skeleton key={place} className={className} />)

/** A placeholder for a page's heading and subtitle while loading, announced to screen readers. */
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
