import { useEffect, useState } from 'react'
import { forgetHash } from './forget-hash.ts'

/** Whether the address asked for this dialog: `/admin#create`. It asks once. */
export function useOpensWith(dialog: string): boolean {
  const [isAsked] = useState(() => window.location.hash === `#${dialog}`)
  useEffect(() => {
    if (isAsked) forgetHash()
  }, [isAsked])
  return isAsked
}
