import { createElement, useEffect, useState, type ComponentType } from 'react'
import { Spinner } from './display/Spinner.tsx'
import { toast } from './overlays/toast.ts'

/**
 * A component that downloads its code when it is first rendered, and shows the placeholder until
 * then. A failed download is thrown to the nearest error boundary; what has an `onClose`, like every dialog,
 * is closed with a toast instead, and opening it again tries again.
 *
 * React's `lazy` does the same, but later: it suspends even if the code is there, and once a Suspense
 * boundary shows its fallback, React holds the content back for 300 ms.
 */
export function onDemand<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props> = Waiting,
): OnDemand<Props & Closable> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null

  const load = () => (loading ??= start())
  async function start() {
    try {
      return (loaded = await download())
    } catch (error) {
      // Rendering it again tries again.
      loading = null
      throw error
    }
  }

  function OnDemand(props: Props & Closable) {
    const { onClose } = props
    const [component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (component) return undefined
      let isCurrent = true
      load().then(
        (downloaded) => isCurrent && setComponent(() => downloaded),
        (error: unknown) => {
          if (!isCurrent) return
          if (!onClose) return setFailure({ error })
          toast({
            title: "Couldn't open this",
            description:
              'You may be offline, or the app was just updated. Check your connection, then try again, or reload the page.',
            variant: 'destructive',
          })
          onClose()
        },
      )
      return () => {
        isCurrent = false
      }
    }, [component, onClose])
    if (failure) throw failure.error
    return createElement(component ?? Placeholder, props)
  }
  const whenLoaded = async () => {
    await load().catch(() => undefined)
  }
  return Object.assign(OnDemand, {
    preload: () => void whenLoaded(),
    whenLoaded,
    isLoaded: () => loaded !== null,
  })
}

interface Closable {
  onClose?: () => void
}

export type OnDemand<Props extends object = object> = ComponentType<Props> & {
  /** Downloads the code early. A failure is reported where the component is rendered. */
  preload: () => void
  /** The same; resolves once the code is there, or could not be downloaded. */
  whenLoaded: () => Promise<void>
  isLoaded: () => boolean
}

/** Shown for a dialog that takes long to download. */
const Waiting = ({ onClose }: Closable) =>
  onClose ? (
    <Spinner className="pointer-events-none fixed inset-0 z-50 m-auto size-fit animate-[fade-in_140ms_300ms_both] rounded-lg border bg-popover px-4 py-3 elevated" />
  ) : null
