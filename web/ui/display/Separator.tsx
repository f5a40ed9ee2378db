import { cx } from '#web/ui/cx.ts'

export function Separator({ className }: { className?: string | undefined }) {
  return <hr className={cx('border-t border-border', className)} />
}
