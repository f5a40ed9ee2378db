import { CheckboxItem, Content, Item, Root, Trigger } from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import './style-nonce.ts'

export type DropdownMenuProps = {
  /** The button that opens the menu; it must pass on its props and ref, as Button does. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** Initially open, for a menu whose code is loaded by the click that opens it. */
  defaultOpen?: boolean | undefined
  /** Called when it has closed, just before the button gets the focus again. */
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
    // Not modal: a modal menu hides the page, including the open button, from assistive technology.
    <Root modal={false} defaultOpen={defaultOpen}>
      <Trigger asChild>{trigger}</Trigger>
      {/* No portal, so that the menu stays within its landmark. */}
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

/** A menu item that is a link: pass the link element as child. */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <Item asChild className={itemClass}>
      {children}
    </Item>
  )
}

export interface MenuChoiceProps {
  disabled: boolean | undefined
  /** Of several states, whether it is the current one; undefined for an action. */
  checked: boolean | undefined
  onSelect: () => void
  children: ReactNode
}

/** A menu item that acts. */
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
