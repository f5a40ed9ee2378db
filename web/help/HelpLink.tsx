import { paths } from '#web/addresses/paths.ts'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { HelpId } from './help-text.ts'

interface HelpLinkProps {
  to: HelpId
  /** True for links in dialogs, which open in a new tab so that unsaved input is kept. */
  newTab?: boolean
  className?: string
  children: ReactNode
}

export function HelpLink({ to, newTab = false, className, children }: HelpLinkProps) {
  const href = `${paths.help()}#${to}`
  const look = cx(
    'w-fit text-[0.8125rem] text-muted-foreground underline underline-offset-3 hover:text-foreground',
    className,
  )
  return newTab ? (
    <a href={href} target="_blank" rel="noopener" className={look}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  ) : (
    <Link href={href} className={look}>
      {children}
    </Link>
  )
}
