import { createElement, useEffect, useState, type ComponentType } from 'react'

/**
 * A component that downloads its code when it is first rendered, and shows the placeholder until
 * then. A failed download is thrown to the nearest error boundary.
 *
 * React's `lazy` does the same, but later: it suspends even if the code is there, and once a Suspense
 * boundary shows its fallback, React holds the content back for 300 ms.
 */
export function onDemand<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props> = Nothing,
): OnDemand<Props> {
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

  function OnDemand(props: Props) {
    const [component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (component) return
      load().then(
        (downloaded) => setComponent(() => downloaded),
        (error: unknown) => setFailure({ error }),
      )
    }, [component])
    if (failure) throw failure.error
    return createElement(component ?? Placeholder, props)
  }
  return Object.assign(OnDemand, { preload: () => void load().catch(() => undefined) })
}

export type OnDemand<Props extends object = object> = ComponentType<Props> & {
  /** Downloads the code early. A failure is reported where the component is rendered. */
  preload: () => void
}

const Nothing = () => null
