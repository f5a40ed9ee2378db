import { useEffect, useEffectEvent } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { forgetHash } from './forget-hash.ts'

/**
 * Scrolls once to a part of the page named in the URL, such as `/loans/7#messages`, then removes the fragment. If
 * `onArrival` returns false, the part isn't rendered yet, and the call is repeated when `isReady` next becomes true.
 */
export function useHashArrival(name: string, onArrival: () => boolean, isReady = true): void {
  const isNamed = useLocationProperty(() => window.location.hash) === `#${name}`
  const arrive = useEffectEvent(onArrival)
  useEffect(() => {
    if (isNamed && isReady && arrive()) forgetHash()
  }, [isNamed, isReady])
}
