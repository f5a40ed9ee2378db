import { Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { cx } from '#web/ui/cx.ts'
import { overlayClass } from './overlay.ts'
import { useFocusAfterWork, useReturnFocus } from './use-return-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons that stay visible while the content scrolls, unless the screen is too short. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l' | 'xl' | undefined
  /** During a save, Escape, the close button, and outside clicks are ignored. */
  busy?: boolean | undefined
  /** If true, only the dialog's own buttons close it. */
  required?: boolean | undefined
  /** The element that receives the initial focus, instead of the content's first control. */
  firstFocus?: 'close' | RefObject<HTMLElement | null> | undefined
  /**
   * Makes the content and the footer one form. Pressing Enter in a field or the footer's submit button submits the
   * form. A dialog that moves money isn't a form: see `web/book/components/commit/MoneyDialog.tsx`.
   */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  children: ReactNode
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'm',
  busy = false,
  required = false,
  firstFocus,
  onSubmit,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus()
  const close = useRef<HTMLButtonElement>(null)
  useFocusAfterWork(busy)
  const parts = (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 short:flex-[1_0_auto] short:overflow-visible">
        {children}
      </div>
      {footer && (
        <div
          data-keep-clear=""
          className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 max-md:[&>*]:flex-1"
        >
          {footer}
        </div>
      )}
    </>
  )
  return (
    <Root open={open} onOpenChange={(next) => (next || !(busy || required)) && onOpenChange(next)}>
      <Portal>
        <Overlay className={overlayClass} />
        <Content
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus(event)
            if (!firstFocus) return
            event.preventDefault()
            const first = firstFocus === 'close' ? close : firstFocus
            first.current?.focus()
          }}
          // Radix warns about a missing description. An explicit `undefined` marks the omission as intended.
          {...(description ? {} : { 'aria-describedby': undefined })}
          // Escape first closes an open list inside the dialog.
          onEscapeKeyDown={(event) =>
            document.activeElement?.matches('[role=combobox][aria-expanded=true]') &&
            event.preventDefault()
          }
          className={cx(
            'fixed inset-0 z-50 flex flex-col bg-popover text-popover-foreground elevated outline-none',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            'short:overflow-y-auto',
            'md:m-auto md:h-fit md:max-h-[calc(100dvh-3rem)] md:w-[calc(100%-3rem)] md:rounded-xl md:border',
            widths[size],
          )}
        >
          <div data-keep-clear="" className="grid gap-1 border-b py-4 pr-14 pl-5">
            <Title className="text-base font-semibold wrap-anywhere">{title}</Title>
            {description && (
              <Description className="wrap-anywhere text-muted-foreground">
                {description}
              </Description>
            )}
          </div>
          {onSubmit ? (
            <form
              noValidate
              onSubmit={onSubmit}
              className="flex min-h-0 flex-1 flex-col short:flex-[1_0_auto]"
            >
              {parts}
            </form>
          ) : (
            parts
          )}
          {/* The close button is last in the DOM so that the first control in the content receives the initial
              focus. */}
          {!required && <CloseButton ref={close} disabled={busy} className="top-2.5 right-2.5" />}
        </Content>
      </Portal>
    </Root>
  )
}

const widths = { s: 'md:max-w-sm', m: 'md:max-w-lg', l: 'md:max-w-3xl', xl: 'md:max-w-6xl' }
