import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useKeptScroll } from './use-kept-scroll.ts'

export type TableProps = {
  /** What the table lists, for screen readers. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/**
 * A table that scrolls in both directions within its own box, below a sticky header, and keeps its place
 * when somebody goes back. The box has no
 * border: put it into a Card with `overflow-hidden`.
 */
export function Table({ label, className, children }: TableProps) {
  const box = useKeptScroll(label)
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      // Only a focusable box can be scrolled by keyboard.
      tabIndex={0}
      className={cx(
        'relative max-h-[80dvh] overflow-auto -outline-offset-2 print:max-h-none print:overflow-visible',
        className,
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-[0.84375rem]">
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
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

/** `numeric` aligns the column's header with its right-aligned figures. */
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
        'sticky top-0 z-10 h-9 border-b bg-muted px-3.5 text-xs first:pl-4.5 last:pr-4.5 font-medium whitespace-nowrap text-muted-foreground',
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
