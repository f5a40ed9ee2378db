import { cx } from '#web/ui/cx.ts'

/** Hidden from screen readers; show 'Loading...' next to it. */
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
