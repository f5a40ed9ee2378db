import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.ts'
import { forgetUnsent, keepUnsent, unsent } from './unsent.ts'
import { useSession } from '#web/session.ts'

export interface KeptInput<Input> {
  input: Input
  /** When the form was left, in ISO 8601. */
  at: string
}

/**
 * What was typed into a form that disappeared before it was saved or closed, as at the end of a session: it is
 * offered when the user opens the form of that name again, and again until it is restored or discarded. If the form
 * was left several times meanwhile, the oldest input is offered first, so that newer input can be restored over it.
 * `readTyped` returns null when there is nothing to keep.
 */
export function useKeptInput<Input>(name: string, readTyped: () => Input | null) {
  const { user } = useSession()
  // The form's own user, also when the session has ended.
  const [key] = useState(`${user?.id} ${name}`)
  // Each name is used for one type of input.
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
    /** What can be restored; null if there is nothing, or all of it was answered. */
    offer: offers[0] ?? null,
    /** The offer was restored, and is typed input from now on, or was discarded. */
    answer() {
      const rest = offers.slice(1)
      store(rest)
      setOffers(rest)
    },
    /** The form is saved, and stays, unless it was left meanwhile; `rest` was typed while it was being saved. */
    save: (rest: Input | null) => keep(isOpen.current ? null : rest),
    /** The form is saved or closed by the user: what was typed goes, an offer without an answer stays. */
    finish() {
      isSettled.current = true
      store(offers)
    },
  }
}
