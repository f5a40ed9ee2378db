import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
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

  if (!shown || !Toaster) return null
  if (Toaster === 'missing') return <PlainToast toast={shown} />
  return <Toaster toast={shown} />
}

// The connection that failed may be the very news: then the message is shown without the part that
// could not be loaded.
function PlainToast({ toast }: { toast: ShownToast }) {
  return (
    <div
      role="status"
      className="fixed right-4 bottom-4 z-100 max-w-[420px] rounded-lg border bg-popover p-4 text-popover-foreground elevated"
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description}
    </div>
  )
}
