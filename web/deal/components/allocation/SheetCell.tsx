import { cx } from '#web/ui/cx.ts'
import type { ComponentProps, ReactNode } from 'react'

interface SheetCellProps extends ComponentProps<'td'> {
  /** The name of the column, which narrow sheets show in the cell. */
  name?: string
  isNumeric?: boolean
  children: ReactNode
}

/** A cell of the allocation sheet. A narrow sheet shows each row as a block of named cells. */
export function SheetCell({
  name,
  isNumeric = false,
  className,
  children,
  ...rest
}: SheetCellProps) {
  return (
    <td
      {...rest}
      className={cx(
        'px-2 py-2 align-top first:pl-4.5 last:pr-4.5 @4xl:border-b',
        '@max-4xl:block @max-4xl:min-w-0 @max-4xl:p-0!',
        isNumeric && '@4xl:text-right @4xl:whitespace-nowrap',
        className,
      )}
    >
      {name && (
        <span className="block text-xs text-muted-foreground @4xl:hidden print:hidden">{name}</span>
      )}
      {children}
    </td>
  )
}
