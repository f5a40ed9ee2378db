import { cx } from './cx.ts'

/** Says that something is loading, in words too. */
export function Spinner({
  text = 'Loading...',
  className,
}: {
  text?: string | undefined
  className?: string | undefined
}) {
  return (
    <div
      role="status"
      className={cx('flex items-center justify-center gap-2 text-muted-foreground', className)}
    >
      <SpinnerRing />
      {text}
    </div>
  )
}

/** The ring alone, hidden from assistive technology: what is under way must be said beside it. */
export function SpinnerRing() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}
