import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.ts'
import { forgetUnsent, keepUnsent, unsent } from './unsent.ts'
import { useSession } from '#web/session.ts'

export interface KeptInput<Input> {
  input: Input
  /** The time when the user left the form (ISO 8601). */
  at: string
}

/**
 * Keeps form input that was neither saved nor discarded, and offers it when the form is opened again. The oldest input
 * is offered first so that newer input overrides it. `readTyped` returns null if there is nothing to keep.
 */
export function useKeptInput<Input>(name: string, readTyped: () => Input | null) {
  const { user } = useSession()
  // The key contains the user's id at mount time so that it doesn't change when the session ends.
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
    /** The input to restore, or null if there is none or every offer was restored or discarded. */
    offer: offers[0] ?? null,
    /** Call after the user restores or discards an offer. Restored input counts as typed. */
    answer() {
      const rest = offers.slice(1)
      store(rest)
      setOffers(rest)
    },
    /**
     * Call after a save that leaves the form open. If the user left during the save, keeps `rest`, which is the input
     * typed after the save began.
     */
    save: (rest: Input | null) => keep(isOpen.current ? null : rest),
    /** Call after the user saves or closes the form. Discards typed input but keeps the other offers. */
    finish() {
      isSettled.current = true
      store(offers)
    },
  }
}
