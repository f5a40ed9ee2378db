import { CircleAlert } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

export type ErrorCardProps = {
  title?: string | undefined
  message: string
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
  autoFocus?: boolean | undefined
  busy?: boolean | undefined
  className?: string | undefined
}

export function ErrorCard({
  title = 'Something went wrong',
  message,
  onRetry,
  retryLabel = 'Retry',
  autoFocus = false,
  busy = false,
  className,
}: ErrorCardProps) {
  return (
    <div
      role="alert"
      className={cx(
        'grid place-items-center gap-2 rounded-xl border border-destructive/40 bg-card px-4.5 py-8 text-center text-card-foreground',
        className,
      )}
    >
      <CircleAlert aria-hidden="true" strokeWidth={1.5} className="size-8 text-destructive" />
      <p className="text-heading font-semibold">{title}</p>
      <p className="max-w-prose text-pretty text-muted-foreground">{message}</p>
      {onRetry && (
        <Button
          variant="outline"
          className="mt-2"
          autoFocus={autoFocus}
          busy={busy}
          onClick={onRetry}
        >
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
