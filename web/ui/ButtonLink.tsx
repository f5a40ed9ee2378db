import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'

export type ButtonLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** True for a plain link to a file, another site, or a server-rendered page. */
  fullLoad?: boolean | undefined
}

export function ButtonLink({
  href,
  variant,
  size,
  className,
  fullLoad = false,
  ...rest
}: ButtonLinkProps) {
  const look = buttonClass({ variant, size, className })
  const leaves = fullLoad || rest.target === '_blank' || rest.download !== undefined
  if (!leaves) return <Link {...rest} href={href} className={look} />
  return (
    <a
      {...rest}
      href={href}
      className={look}
      rel={rest.rel ?? (rest.target === '_blank' ? 'noopener noreferrer' : undefined)}
    />
  )
}
