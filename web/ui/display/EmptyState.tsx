import { CircleCheck, Inbox, SearchX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type EmptyKind = 'nothing' | 'no-match' | 'done'

export type EmptyStateProps = {
  kind?: EmptyKind | undefined
  icon?: LucideIcon | undefined
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({
  kind = 'nothing',
  icon,
  title,
  text,
  action,
  className,
}: EmptyStateProps) {
  const Icon = icon ?? icons[kind]
  return (
    <div className={cx('grid place-items-center gap-2 px-4.5 py-10 text-center', className)}>
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={cx('size-10', kind === 'done' ? 'text-success' : 'text-muted-foreground')}
      />
      <p className="text-heading font-semibold text-balance">{title}</p>
      {text && <p className="max-w-prose text-pretty text-muted-foreground">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

const icons: Record<EmptyKind, LucideIcon> = {
  nothing: Inbox,
  'no-match': SearchX,
  done: CircleCheck,
}
