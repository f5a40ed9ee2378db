import { Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { overlayClass } from './overlay.ts'
import { useFocusAfterWork, useReturnFocus } from './use-return-focus.ts'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: ReactNode
  children?: ReactNode
  /**
   * The action to confirm. Omit it if the action isn't possible. The dialog's `text` then gives the reason, and the
   * dialog can only be closed.
   */
  confirmLabel?: string | undefined
  cancelLabel?: string | undefined
  destructive?: boolean | undefined
  busy?: boolean | undefined
  /** True if the action isn't possible. The text above the button gives the reason. */
  disabled?: boolean | undefined
  error?: string | undefined
  /** This callback doesn't close the dialog. Close it once the action is complete. */
  onConfirm: () => void
}

/** Asks for confirmation of an irreversible action. Only Escape and the dialog's buttons close it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  busy = false,
  disabled = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  useFocusAfterWork(busy)
  return (
    <Root open={open} onOpenChange={(next) => (next || !busy) && onOpenChange(next)}>
      <Portal>
        <Overlay className={overlayClass} />
        <Content
          {...returnFocus}
          className="fixed inset-x-0 inset-y-4 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-xl border bg-popover p-5 text-popover-foreground elevated outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          <Title data-keep-clear="" className="text-base font-semibold wrap-anywhere">
            {title}
          </Title>
          <Description className="mt-2 wrap-anywhere text-muted-foreground">{text}</Description>
          {children}
          {error && (
            <p role="alert" className="mt-3 font-medium text-destructive">
              {error}
            </p>
          )}
          <div
            data-keep-clear=""
            className="mt-5 flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-1"
          >
            <Cancel disabled={busy} className={buttonClass({ variant: 'outline' })}>
              {cancelLabel}
            </Cancel>
            {confirmLabel && (
              <Button
                variant={destructive ? 'destructive' : 'primary'}
                busy={busy}
                disabled={disabled}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            )}
          </div>
        </Content>
      </Portal>
    </Root>
  )
}
