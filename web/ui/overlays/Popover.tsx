import { Anchor, Content, Root } from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'
import './overlay.ts'
import { useReturnFocus } from './use-return-focus.ts'

export type PopoverProps = {
  /**
   * The button that opens and closes the panel. Render it directly before the panel so that Tab moves from the button
   * to the panel.
   */
  anchor: RefObject<HTMLElement | null>
  /** The accessible name. It isn't visible. */
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  isWide?: boolean
  children: ReactNode
}

/** A panel below its button. The panel doesn't block the page, and an outside click closes it. */
export function Popover({ anchor, title, open, onOpenChange, isWide, children }: PopoverProps) {
  const returnFocus = useReturnFocus()
  // Radix measures the anchor when the panel opens. By then, the button is mounted.
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
          // A click on the button already closes the panel.
          if (event.target instanceof Node && anchor.current?.contains(event.target))
            event.preventDefault()
        }}
        className={cx(
          'z-50 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-lg border bg-popover text-popover-foreground elevated outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in',
          isWide ? 'w-136' : 'w-80',
        )}
      >
        {children}
      </Content>
    </Root>
  )
}
