import type { ReactNode } from 'react'

export const footerLinkClass =
  'rounded-sm underline-offset-4 hover:text-foreground hover:underline max-md:inline-block max-md:py-1.5'

export function FooterLink({
  href,
  newTab = false,
  className = footerLinkClass,
  children,
}: {
  href: string
  newTab?: boolean
  className?: string
  children: ReactNode
}) {
  const target = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} {...target} className={className}>
      {children}
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  )
}
