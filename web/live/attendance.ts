/** Detects unattended tabs, so that their automatic requests don't extend the session. */
import { commonHeaders } from '#web/api/client.ts'

const idleAfterMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Marks requests as unattended after a minute without input; returns a cleanup function. */
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
