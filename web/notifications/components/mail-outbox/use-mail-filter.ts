import type { Mail } from '#contract/notifications/shapes.ts'
import { endpointPages } from '#web/api/client.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { useLocation, useSearch } from 'wouter'

/** The filter is stored only in the URL (`?state=failed`) so that links work. */
export function useMailFilter() {
  const [pathname, navigate] = useLocation()
  const filter = readFilter(useSearch())

  function choose(next: string) {
    // Radix calls this on mousedown and again on focus. Without this check, the second call would add a history entry.
    if (next === readFilter(window.location.search)) return
    navigate(next ? `${pathname}?state=${next}` : pathname)
  }

  return { filter, choose }
}

function readFilter(query: string): MailFilter {
  const state = new URLSearchParams(query).get('state')
  return state && isMailState(state) ? state : ''
}

/** The state to filter by. An empty string selects all states. */
export type MailFilter = Mail['state'] | ''

export const mailStateLabels: Record<Mail['state'], string> = {
  queued: 'Queued',
  sent: 'Sent',
  saved: 'Saved to file',
  failed: 'Failed',
}

/** The time that the state of an email is about. */
export function describeTime({ sentAt, nextAttemptAt }: Mail): string {
  if (sentAt) return formatTimestamp(sentAt)
  return nextAttemptAt ? `Next attempt ${formatTimestamp(nextAttemptAt)}` : 'No more attempts'
}

const isMailState = (text: string): text is Mail['state'] => Object.hasOwn(mailStateLabels, text)

export const mailPagesQuery = (state: MailFilter) =>
  endpointPages('listMails', { ...(state ? { state } : {}), limit: '50' })
