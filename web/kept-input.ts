import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLeaveGuard } from './ui/leave-guard.ts'
import { forgetUnsent, keepUnsent, unsent } from './unsent.ts'
import { useSession } from './session.ts'

export interface KeptInput<Input> {
  input: Input
  /** When the form was left, in ISO 8601. */
  at: string
}

/**
 * What was typed into a form that disappeared before it was saved or closed, as at the end of a session: it is
 * offered when the user opens the form of that name again. `readTyped` returns null when there is nothing to keep.
 */
export function useKeptInput<Input>(name: string, readTyped: () => Input | null) {
  const { user } = useSession()
  // The form's own user, also when the session has ended.
  const [key] = useState(`${user?.id} ${name}`)
  // Each name is used for one type of input.
  const [offer, setOffer] = useState(
    () => (unsent.get(key) as KeptInput<Input> | undefined) ?? null,
  )
  const isSettled = useRef(false)
  const keep = useEffectEvent(() => {
    if (isSettled.current) return
    const input = readTyped()
    if (input !== null) keepUnsent(key, { input, at: new Date().toISOString() })
    // It was restored, and then undone by hand.
    else if (!offer) forgetUnsent(key)
  })
  useEffect(() => () => keep(), [])
  useLeaveGuard(() => !isSettled.current && readTyped() !== null)
  return {
    /** What can be restored; null once it was answered. */
    offer,
    /** It was restored, and is kept until the form is saved or closed. */
    take: () => setOffer(null),
    drop() {
      forgetUnsent(key)
      setOffer(null)
    },
    /** The form is closed by the user: what was typed goes, an offer without an answer stays. */
    close() {
      isSettled.current = true
      if (!offer) forgetUnsent(key)
    },
    /** The form is saved. */
    finish() {
      isSettled.current = true
      forgetUnsent(key)
    },
  }
}
