import { X } from 'lucide-react'
import { Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast'
import { cx } from './cx.ts'
import { dismissToast, type ShownToast } from './toast.ts'

/** Draws the toast. F8 goes to it; a swipe of 50 px to the right, or five seconds, end it. */
export function Toaster({ toast }: { toast: ShownToast }) {
  const { id, open, title, description, variant = 'default' } = toast
  return (
    <Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      <Root
        key={id}
        open={open}
        onOpenChange={(next) => !next && dismissToast(id)}
        type={variant === 'destructive' ? 'foreground' : 'background'}
        className={cx(
          'relative rounded-lg border py-3.5 pr-12 pl-4 elevated select-none',
          'data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
          'data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-swipe-out',
          looks[variant],
        )}
      >
        <Title className="font-semibold">{title}</Title>
        {description && <Description className="mt-0.5">{description}</Description>}
        <Close className="absolute top-1.5 right-1.5 grid size-9 place-items-center rounded-md max-md:size-11">
          <X aria-hidden="true" className="size-4" />
          <span className="sr-only">Close</span>
        </Close>
      </Root>
      <Viewport
        hotkey={['F8']}
        className={cx(
          'fixed right-0 bottom-0 z-100 flex w-full max-w-[420px] flex-col p-4 outline-none print:hidden',
          // Away from the fields and buttons of an open dialog, which are used again after a failure.
          'with-dialog:top-0 with-dialog:bottom-auto with-dialog:max-w-96',
        )}
      />
    </Provider>
  )
}

const looks = {
  default: 'bg-popover text-popover-foreground',
  destructive: 'border-destructive bg-destructive text-destructive-foreground',
}
