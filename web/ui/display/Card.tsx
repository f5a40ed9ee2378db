import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li' | undefined
}

export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  // The four elements accept the same attributes. Their types differ only in the ref.
  const Box = Tag as 'div'
  return (
    <Box
      {...rest}
      className={cx('min-w-0 rounded-xl border bg-card text-card-foreground', className)}
    />
  )
}

export function CardHeader({
  children,
  action,
  className,
}: {
  children: ReactNode
  action?: ReactNode
  className?: string | undefined
}) {
  return (
    <div className={cx('flex flex-wrap items-start justify-between gap-3 px-4.5 pt-4', className)}>
      <div className="min-w-0">{children}</div>
      {action}
    </div>
  )
}

export function CardTitle({
  level = 2,
  className,
  ...rest
}: ComponentProps<'h2'> & { level?: 2 | 3 | 4 | undefined }) {
  const Heading: 'h2' | 'h3' | 'h4' = `h${level}`
  return <Heading {...rest} className={cx('text-heading font-semibold', className)} />
}

export function CardDescription({ className, ...rest }: ComponentProps<'p'>) {
  return <p {...rest} className={cx('text-muted-foreground', className)} />
}

export function CardContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('px-4.5 py-4 print:py-2.5', className)} />
}
