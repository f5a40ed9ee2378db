import type { ComponentProps, ReactNode } from 'react'
import { Card, type CardProps } from './Card.tsx'
import { cx } from '#web/ui/cx.ts'

export function TableCard({ className, ...rest }: CardProps) {
  return (
    <Card
      {...rest}
      // The value is `clip`, because `hidden` would create a scroll container and break the sticky header.
      className={cx(
        '@container overflow-clip [--table-top:3.5rem] print:overflow-visible',
        className,
      )}
    />
  )
}

export type TableProps = {
  label: string
  className?: string | undefined
  children: ReactNode
}

/**
 * A table that scrolls with the page. In a `TableCard`, the header is sticky. On narrow screens, some columns are
 * hidden so that the table never scrolls horizontally.
 */
export function Table({ label, className, children }: TableProps) {
  return (
    <div role="region" aria-label={label} className={className}>
      <table className="w-full border-separate border-spacing-0 text-[0.84375rem]">
        {children}
      </table>
    </div>
  )
}

export function TableHead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <thead className={className}>
      <tr>{children}</tr>
    </thead>
  )
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="[&>tr:last-child>*]:border-b-0">{children}</tbody>
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cx('group hover:bg-muted/55', className)} />
}

/** With `numeric`, the header is aligned with right-aligned figures. */
export function HeaderCell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'th'> & { numeric?: boolean | undefined }) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'sticky top-(--table-top,0px) z-10 h-9 border-b bg-muted px-3.5 text-xs first:pl-4.5 last:pr-4.5 font-medium whitespace-nowrap text-muted-foreground print:static',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
    />
  )
}

export function Cell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean | undefined }) {
  return (
    <td
      {...rest}
      className={cx(
        'h-12 border-b px-3.5 py-1.5 first:pl-4.5 last:pr-4.5',
        numeric && 'text-right whitespace-nowrap',
        className,
      )}
    />
  )
}

/** A dash for an empty table cell. Screen readers announce `label` instead. */
export const Dash = ({ label }: { label: string }) => (
  <span className="text-muted-foreground">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{label}</span>
  </span>
)
