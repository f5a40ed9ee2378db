import { useEffect, useEffectEvent } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

/** Removes `#part` from the URL so that reloading or going back doesn't open the part again. */
function forgetHash(): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}

/**
 * Opens a dialog when the URL requests it, as in `/admin#create`, even if the page is already open. The dialog's values
 * can follow, as in `#commit?share=7`.
 */
export function useHashDialog(dialog: string, onOpen: (values: URLSearchParams) => unknown): void {
  useHashArrival(dialog, () => {
    onOpen(new URLSearchParams(window.location.hash.slice(dialog.length + 1)))
    return true
  })
}

/**
 * Scrolls once to a section that the URL names, such as `/loans/7#messages`, and then removes the fragment. `onArrival`
 * returns false if the section isn't rendered yet. It is then called again the next time `isReady` becomes true.
 */
export function useHashArrival(name: string, onArrival: () => boolean, isReady = true): void {
  const isNamed = useLocationProperty(() => window.location.hash.split('?')[0]) === `#${name}`
  const arrive = useEffectEvent(onArrival)
  useEffect(() => {
    if (isNamed && isReady && arrive()) forgetHash()
  }, [isNamed, isReady])
}
