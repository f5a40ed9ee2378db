import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.ts'
import { forgetUnsent, keepUnsent, unsent } from './unsent.ts'
import { useSession } from '#web/session.ts'

export interface KeptInput<Input> {
  input: Input
  /** When the user left the form, in ISO 8601. */
  at: string
}

/**
 * Keeps form input that was neither saved nor discarded, for example at the end of a session, and offers it when the
 * form reopens, oldest input first, so that newer input overrides it. `readTyped` returns null if nothing must be
 * kept.
 */
export function useKeptInput<Input>(name: string, readTyped: () => Input | null) {
  const { user } = useSession()
  // The user at mount time, so that the key survives the end of the session.
  const [key] = useState(`${user?.id} ${name}`)
  const [offers, setOffers] = useState(
    () => (unsent.get(key) as KeptInput<Input>[] | undefined) ?? [],
  )
  const isOpen = useRef(true)
  const isSettled = useRef(false)
  function store(kept: KeptInput<Input>[]) {
    if (kept.length > 0) keepUnsent(key, kept)
    else forgetUnsent(key)
  }
  function keep(input: Input | null) {
    const typed = input === null ? [] : [{ input, at: new Date().toISOString() }]
    store([...offers, ...typed])
  }
  const leave = useEffectEvent(() => {
    if (!isSettled.current) keep(readTyped())
  })
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      leave()
    }
  }, [])
  useLeaveGuard(() => !isSettled.current && readTyped() !== null)
  return {
    /** The input to restore; null if there is none, or all offers were answered. */
    offer: offers[0] ?? null,
    /** Call after the offer was restored (it then counts as typed input) or discarded. */
    answer() {
      const rest = offers.slice(1)
      store(rest)
      setOffers(rest)
    },
    /**
     * Call after a save that keeps the form open. If the form was left during the save, keeps `rest`, the input typed
     * since.
     */
    save: (rest: Input | null) => keep(isOpen.current ? null : rest),
    /** Call after a save or close by the user. Discards typed input; unanswered offers remain. */
    finish() {
      isSettled.current = true
      store(offers)
    },
  }
}
