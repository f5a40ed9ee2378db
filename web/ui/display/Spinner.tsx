import { cx } from '#web/ui/cx.ts'

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

/** Screen readers skip the spinner, so the text next to it must say what is pending. */
export function SpinnerRing() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}
