import { useEffect, useEffectEvent } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { forgetHash } from './forget-hash.ts'

/**
 * Arrives at a part of the page that the address names, such as `/loans/7#messages`: once, because the name is then
 * taken from the address. A link on the same page leads there too. If `onArrival` answers false, the part isn't there
 * yet, and it is asked again when the page `isReady` the next time.
 */
export function useHashArrival(name: string, onArrival: () => boolean, isReady = true): void {
  const isNamed = useLocationProperty(() => window.location.hash) === `#${name}`
  const arrive = useEffectEvent(onArrival)
  useEffect(() => {
    if (isNamed && isReady && arrive()) forgetHash()
  }, [isNamed, isReady])
}
