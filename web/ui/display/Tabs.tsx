import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import {
  createContext,
  use,
  useEffect,
  useRef,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { cx } from '#web/ui/cx.ts'

export type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  className?: string | undefined
  children: ReactNode
}

export function Tabs({ value, onValueChange, className, children }: TabsProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = root.current?.querySelector<HTMLElement>('[role=tab][data-state=active]')
    const row = tab?.parentElement
    // In a long row, the open tab could be out of view. `scrollIntoView` would also scroll the page.
    if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    // oxlint-disable-next-line react/exhaustive-deps -- The value decides which tab has that state.
  }, [value])
  return (
    <SelectTab value={(next) => next !== value && onValueChange(next)}>
      <Root
        ref={root}
        value={value}
        onValueChange={onValueChange}
        className={cx('min-w-0', className)}
      >
        {children}
      </Root>
    </SelectTab>
  )
}

const SelectTab = createContext<(value: string) => void>(() => {})

/**
 * A row that is too long scrolls and fades out at its ends. It snaps to the open tab, which stays visible when a count
 * arrives and makes the row wider.
 */
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
      className={cx(
        'relative flex snap-x snap-proximity gap-1 overflow-x-auto border-b scroll-fades print:hidden',
        className,
      )}
    >
      {children}
    </List>
  )
}

export function Tab({
  value,
  count = 0,
  children,
}: {
  value: string
  count?: number | undefined
  children: ReactNode
}) {
  const select = use(SelectTab)

  // Radix focuses a clicked tab programmatically, so browsers draw the keyboard focus ring. This handler bypasses
  // Radix's handler so that the browser itself focuses the tab without the ring.
  function onMouseDown(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey) return
    event.stopPropagation()
    select(value)
  }

  return (
    <Trigger
      value={value}
      onMouseDownCapture={onMouseDown}
      className="flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 transition-colors duration-150 hover:text-foreground focus-visible:relative focus-visible:z-2 data-[state=active]:snap-center data-[state=active]:border-primary data-[state=active]:text-foreground max-md:h-11 [&_svg]:size-4"
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
