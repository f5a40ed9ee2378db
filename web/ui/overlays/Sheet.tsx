import { Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { overlayClass } from './overlay.ts'
import { useReturnFocus } from './use-return-focus.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

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
          <CloseButton className="top-2 right-2" />
        </Content>
      </Portal>
    </Root>
  )
}
