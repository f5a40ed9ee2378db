/**
 * Whether somebody is there. What a tab asks for by itself, while nobody touches it, must not keep the
 * session alive: the server ends one that is idle.
 */
import { commonHeaders } from '#web/api/client.ts'

const idleAfterMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Marks requests as unattended while nobody is there; returns what ends that. */
export function watchAttendance(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const attend = () => {
    clearTimeout(timer)
    delete commonHeaders['x-unattended']
    timer = setTimeout(() => {
      commonHeaders['x-unattended'] = 'true'
    }, idleAfterMs)
  }
  const listening = new AbortController()
  for (const sign of signs)
    addEventListener(sign, attend, { capture: true, passive: true, signal: listening.signal })
  attend()
  return () => {
    listening.abort()
    clearTimeout(timer)
    delete commonHeaders['x-unattended']
  }
}
