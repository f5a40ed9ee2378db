import { useEffect, useState, useEffectEvent } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

/** Removes `#part` from the URL, so that reloading or going back doesn't open the part again. */
function forgetHash(): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}

/** Returns true once if the URL requests this dialog, as in `/admin#create`. */
export function useOpensWith(dialog: string): boolean {
  const [isAsked] = useState(() => window.location.hash === `#${dialog}`)
  useEffect(() => {
    if (isAsked) forgetHash()
  }, [isAsked])
  return isAsked
}

/**
 * Scrolls once to a section that the URL names, such as `/loans/7#messages`, and then removes the fragment. `onArrival`
 * returns false if the section isn't rendered yet. It is then called again the next time `isReady` becomes true.
 */
export function useHashArrival(name: string, onArrival: () => boolean, isReady = true): void {
  const isNamed = useLocationProperty(() => window.location.hash) === `#${name}`
  const arrive = useEffectEvent(onArrival)
  useEffect(() => {
    if (isNamed && isReady && arrive()) forgetHash()
  }, [isNamed, isReady])
}
