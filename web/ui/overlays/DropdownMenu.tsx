import { CheckboxItem, Content, Item, Root, Trigger } from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import './overlay.ts'

export type DropdownMenuProps = {
  /** The button that opens the menu. It must forward its props and ref, as Button does. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** True for a menu whose code is loaded by the first click on its button. */
  defaultOpen?: boolean | undefined
  /** Called after the menu closes, just before focus returns to the button. */
  onClosed?: (() => void) | undefined
  children: ReactNode
}

export function DropdownMenu({
  trigger,
  align = 'end',
  side = 'bottom',
  defaultOpen = false,
  onClosed,
  children,
}: DropdownMenuProps) {
  return (
    // A modal menu would hide the page, including the menu's button, from assistive technology.
    <Root modal={false} defaultOpen={defaultOpen}>
      <Trigger asChild>{trigger}</Trigger>
      {/* The menu isn't rendered in a portal so that it stays within its landmark. */}
      <Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={onClosed}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 overflow-y-auto rounded-lg border bg-popover p-1 text-popover-foreground elevated outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
      >
        {children}
      </Content>
    </Root>
  )
}

export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <Item asChild className={itemClass}>
      {children}
    </Item>
  )
}

export interface MenuChoiceProps {
  disabled: boolean | undefined
  /** True if the item is the current choice among several. Undefined for an action. */
  checked: boolean | undefined
  onSelect: () => void
  children: ReactNode
}

export function MenuChoice({ disabled = false, checked, ...item }: MenuChoiceProps) {
  const className = cx(itemClass, 'py-1.5 data-disabled:cursor-default data-disabled:opacity-60')
  return checked === undefined ? (
    <Item {...item} disabled={disabled} className={className} />
  ) : (
    <CheckboxItem {...item} checked={checked} disabled={disabled} className={className} />
  )
}

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 select-none outline-none ' +
  'data-highlighted:bg-secondary data-highlighted:text-secondary-foreground ' +
  'max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'
