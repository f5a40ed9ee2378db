import { errorMessage } from '#web/api/client.ts'
import { cx } from '#web/ui/cx.ts'

export const NotUpToDate = ({ error, className }: { error: Error | null; className?: string }) =>
  error && (
    <p role="status" className={cx('text-[0.8125rem] text-destructive', className)}>
      Not up to date: {errorMessage(error, error.message)}
    </p>
  )
