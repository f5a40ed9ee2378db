import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { cx } from './cx.ts'
import { currentToast, subscribeToToast, type ShownToast } from './toast.ts'

/** Where toasts appear; stands once in the application. What draws them comes with the first. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, currentToast)
  const [Toaster, setToaster] = useState<ComponentType<{ toast: ShownToast }> | 'missing'>()
  const wanted = shown !== null

  useEffect(() => {
    if (!wanted) return
    import('./Toaster.tsx').then(
      (part) => setToaster(() => part.Toaster),
      () => setToaster('missing'),
    )
  }, [wanted])

  return (
    <div
      // Screen readers read out what comes into a live region that was there before.
      aria-live={shown?.variant === 'destructive' ? 'assertive' : 'polite'}
      className={cx(
        'pointer-events-none fixed right-0 bottom-0 z-100 w-full max-w-[420px] p-4 print:hidden',
        // Dialogs have their cross at the top right and their buttons at the bottom; the sheet, which
        // narrow screens have, its links at the top and its menu at the bottom.
        'with-sheet:bottom-16',
        'with-dialog:top-14 with-dialog:bottom-auto',
        'md:with-dialog:top-0 md:with-dialog:right-auto md:with-dialog:left-0 md:with-dialog:max-w-96',
      )}
    >
      {shown &&
        Toaster &&
        (Toaster === 'missing' ? <PlainToast toast={shown} /> : <Toaster toast={shown} />)}
    </div>
  )
}

// The connection that failed may be the very news: then the message is shown without the part that
// could not be loaded.
function PlainToast({ toast }: { toast: ShownToast }) {
  return (
    <div className="pointer-events-auto rounded-lg border bg-popover p-4 text-popover-foreground elevated">
      <p className="font-semibold">{toast.title}</p>
      {toast.description}
    </div>
  )
}
