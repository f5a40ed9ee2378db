import { createElement, useEffect, useState, type ComponentType } from 'react'
import { Spinner } from './display/Spinner.tsx'
import { toast } from './overlays/toast.ts'

/**
 * Downloads the component's code on first render. On failure, shows a toast and calls `onClose` or, without `onClose`,
 * throws. Unlike `lazy`, never suspends for loaded code or delays content after a fallback.
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
      // The next render starts the download again.
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
  })
}

interface Closable {
  onClose?: () => void
}

export type OnDemand<Props extends object = object> = ComponentType<Props> & {
  /** Downloads the code early. A failure is reported where the component is rendered. */
  preload: () => void
  /** Does the same as `preload`, but resolves once the download has completed or failed. */
  whenLoaded: () => Promise<void>
}

const Waiting = ({ onClose }: Closable) =>
  onClose ? (
    <Spinner className="pointer-events-none fixed inset-0 z-50 m-auto size-fit animate-[fade-in_140ms_300ms_both] rounded-lg border bg-popover px-4 py-3 elevated" />
  ) : null
