import { useEffect, useState } from 'react'
import { forgetHash } from './forget-hash.ts'

/** Whether the URL requests this dialog, as in `/admin#create`; true only once. */
export function useOpensWith(dialog: string): boolean {
  const [isAsked] = useState(() => window.location.hash === `#${dialog}`)
  useEffect(() => {
    if (isAsked) forgetHash()
  }, [isAsked])
  return isAsked
}
