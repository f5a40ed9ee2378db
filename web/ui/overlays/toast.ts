import type { ReactNode } from 'react'

export type ToastMessage = {
  title: string
  description?: ReactNode
  variant?: 'default' | 'destructive' | undefined
}

export type ShownToast = ToastMessage & { id: number; open: boolean }

export function toast(message: ToastMessage) {
  lastId += 1
  set({ ...message, id: lastId, open: true })
  return lastId
}

/** Closes a toast, which is removed later, after its closing animation has ended. */
export function dismissToast(id: number) {
  if (current?.id !== id || !current.open) return
  set({ ...current, open: false })
  removal = setTimeout(() => set(null), removedAfterMs)
}

export function subscribeToToast(notify: () => void) {
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
  }
}

export function currentToast() {
  return current
}

const removedAfterMs = 1_000_000

// There is at most one toast, because only the newest message matters.
let current: ShownToast | null = null
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: ShownToast | null) {
  clearTimeout(removal)
  current = next
  for (const notify of listeners) notify()
}
