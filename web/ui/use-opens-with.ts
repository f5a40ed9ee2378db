import { useEffect, useState } from 'react'

/**
 * Whether the address asked for this dialog: `/admin#create`. It asks once: reloading the page or going back to it
 * doesn't open the dialog again.
 */
export function useOpensWith(dialog: string): boolean {
  const [isAsked] = useState(() => window.location.hash === `#${dialog}`)
  useEffect(() => {
    const { pathname, search } = window.location
    if (isAsked) window.history.replaceState(window.history.state, '', pathname + search)
  }, [isAsked])
  return isAsked
}
