import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { cx } from '#web/ui/cx.ts'
import { currentToast, subscribeToToast, type ShownToast } from './toast.ts'

/** The container for toasts, rendered once. The component that draws them is loaded with the first toast. */
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
      // Screen readers announce only changes to a live region that already exists.
      aria-live={shown?.variant === 'destructive' ? 'assertive' : 'polite'}
      className={cx(
        'pointer-events-none fixed right-0 bottom-0 z-100 w-full max-w-105 p-4 print:hidden',
        // On narrow screens, the toast avoids the user menu at the bottom of the sheet. `Toaster` moves it away from
        // dialogs.
        'with-sheet:bottom-16 md:with-dialog:right-auto md:with-dialog:left-0 md:with-dialog:max-w-96',
      )}
    >
      {shown &&
        Toaster &&
        (Toaster === 'missing' ? <PlainToast toast={shown} /> : <Toaster toast={shown} />)}
    </div>
  )
}

/**
 * A plain toast for when the Toaster's code can't be loaded. The lost connection that the toast reports can be the
 * reason.
 */
function PlainToast({ toast }: { toast: ShownToast }) {
  return (
    <div className="pointer-events-auto rounded-lg border bg-popover p-4 elevated with-dialog:mb-28">
      <p className="font-semibold">{toast.title}</p>
      {toast.description}
    </div>
  )
}
