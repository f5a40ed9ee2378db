import type { Mail } from '#contract/notifications/shapes.ts'
import { endpointPages } from '#web/api/client.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { useLocation, useSearch } from 'wouter'

/** The filter is stored only in the URL (`?state=failed&search=hart`) so that links work. */
export function useMailFilter() {
  const [pathname, navigate] = useLocation()
  const { state, search } = readFilter(useSearch())

  function show(next: MailFilter, options?: { replace: boolean }) {
    // Radix calls this on mousedown and again on focus. Without this check, the second call would add a history entry.
    const now = readFilter(window.location.search)
    if (next.state === now.state && next.search === now.search) return
    const query = new URLSearchParams({
      ...(next.state && { state: next.state }),
      ...(next.search.trim() && { search: next.search }),
    }).toString()
    navigate(query ? `${pathname}?${query}` : pathname, options)
  }

  return {
    filter: { state, search },
    choose: (next: string) => show({ state: isMailState(next) ? next : '', search }),
    // The first search adds a history entry. Refining the search doesn't.
    searchFor: (text: string) => show({ state, search: text }, { replace: search !== '' }),
  }
}

function readFilter(query: string): MailFilter {
  const given = new URLSearchParams(query)
  const state = given.get('state') ?? ''
  return { state: isMailState(state) ? state : '', search: given.get('search')?.trim() ?? '' }
}

export interface MailFilter {
  /** An empty string selects all states. */
  state: Mail['state'] | ''
  search: string
}

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

/** Returns why sending an email again doesn't deliver it, or null if it can. */
export function describeSendingAgain({ lastError }: Mail, isDelivered: boolean): string | null {
  if (!isDelivered)
    return "Email isn't set up, so sending again only saves the message once more. Set SMTP_URL first."
  return lastError === null ? null : 'Fix the last error first. Otherwise it fails again.'
}

const isMailState = (text: string): text is Mail['state'] => Object.hasOwn(mailStateLabels, text)

/** Returns text such as "Tidewater Capital · Caleb Hart". */
export function describeRecipient({ recipient, lender }: Mail): string {
  if (!lender) return recipient
  const { lenderName, lenderCompanyName } = lender
  return [...new Set([lenderCompanyName ?? lenderName, lenderName])].join(' · ')
}

export const mailPagesQuery = ({ state, search }: MailFilter) =>
  endpointPages('listMails', { ...(state && { state }), ...(search && { search }), limit: '50' })
