import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type BadgeTone = 'success' | 'info' | 'warning' | 'neutral'

export type BadgeProps = {
  tone?: BadgeTone | undefined
  dot?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function Badge({ tone = 'neutral', dot = false, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap print:border',
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current print:hidden" />}
      {children}
    </span>
  )
}

const tones: Record<BadgeTone, string> = {
  success: 'bg-success-soft text-success',
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
  neutral: 'bg-secondary text-secondary-foreground',
}
