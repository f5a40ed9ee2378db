import { Anchor, Content, Root } from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'
import './style-nonce.ts'
import { useReturnFocus } from './use-return-focus.ts'

export type PopoverProps = {
  /** The button that opens and closes it; render it just before, so that Tab leads from one to the other. */
  anchor: RefObject<HTMLElement | null>
  /** Read by screen readers, not shown. */
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A panel below its button. The rest of the page stays usable; a click there closes it. */
export function Popover({ anchor, title, open, onOpenChange, children }: PopoverProps) {
  const returnFocus = useReturnFocus()
  // Radix measures it when the panel opens, and it is there by then.
  const button = anchor as RefObject<HTMLElement>
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Anchor virtualRef={button} />
      <Content
        {...returnFocus}
        aria-label={title}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onInteractOutside={(event) => {
          // The button closes it itself.
          if (event.target instanceof Node && anchor.current?.contains(event.target))
            event.preventDefault()
        }}
        className="z-50 max-h-(--radix-popover-content-available-height) w-80 overflow-y-auto rounded-lg border bg-popover text-popover-foreground elevated outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
      >
        {children}
      </Content>
    </Root>
  )
}
