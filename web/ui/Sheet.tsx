import { X } from './icons/x.ts'
import { Close, Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { overlayClass } from './overlay-class.ts'
import './style-nonce.ts'
import { useReturnFocus } from './use-return-focus.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Read by screen readers, not shown. */
  title: string
  children: ReactNode
}

/** A panel 18rem wide that slides in over the page from the left. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const returnFocus = useReturnFocus()
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className={overlayClass} />
        <Content
          {...returnFocus}
          aria-describedby={undefined}
          data-sheet
          className="fixed inset-y-0 left-0 z-50 flex w-[min(18rem,calc(100vw-3rem))] flex-col overflow-y-auto border-r bg-card text-card-foreground outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        >
          <Title className="sr-only">{title}</Title>
          {children}
          <Close
            className={buttonClass({
              variant: 'ghost',
              size: 'icon',
              className: 'absolute! top-2 right-2',
            })}
          >
            <X aria-hidden="true" />
            <span className="sr-only">Close</span>
          </Close>
        </Content>
      </Portal>
    </Root>
  )
}
