import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  className?: string | undefined
  children: ReactNode
}

/** Tabs and their panels; the page keeps which one is open (in its address). */
export function Tabs({ value, onValueChange, className, children }: TabsProps) {
  return (
    <Root value={value} onValueChange={onValueChange} className={cx('min-w-0', className)}>
      {children}
    </Root>
  )
}

/** The row of tabs, which scrolls sideways within itself when it is too long. */
export function TabList({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <List
      aria-label={label}
      className={cx('flex gap-1 overflow-x-auto border-b print:hidden', className)}
    >
      {children}
    </List>
  )
}

/** `count` is shown beside the name when it is above zero. */
export function Tab({
  value,
  count = 0,
  children,
}: {
  value: string
  count?: number | undefined
  children: ReactNode
}) {
  return (
    <Trigger
      value={value}
      className="flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 transition-colors duration-150 hover:text-foreground data-[state=active]:border-primary data-[state=active]:text-foreground max-md:h-11 [&_svg]:size-4"
    >
      {children}
      {count > 0 && (
        <span className="rounded-full bg-secondary px-1.5 text-xs leading-5 text-secondary-foreground">
          {count}
        </span>
      )}
    </Trigger>
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Content>) {
  return <Content {...rest} className={cx('pt-4', className)} />
}
