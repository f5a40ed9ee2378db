/** The reason why a viewer of a firm can't commit or answer, and the colleagues to ask. */
import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** Returns null unless the user is a viewer. Loads nothing for other users. */
export function useViewerReason(act = 'commit'): string | null {
  const isViewer = useSession().role === 'viewer'
  const { data: firm } = useQuery({ ...endpointQuery('getOwnFirm'), enabled: isViewer })
  if (!isViewer) return null
  return firm
    ? describeReason(firm.displayName, firm.committers, act)
    : 'You have view access at your firm.'
}

/** Returns text such as "You have view access at Alder Bank. Ask Jane Roe or Sam Lee to commit." */
export const describeReason = (firm: string, committers: readonly string[], act?: string) =>
  `You have view access at ${firm}. ${describeCommitters(committers, act)}`

export const describeCommitters = (committers: readonly string[], act = 'commit') =>
  committers.length === 0
    ? `Nobody in your firm can ${act} now. Ask the administrator.`
    : `Ask ${listNames(committers)} to ${act}.`

/** Returns "Ask Jane Roe or Sam Lee to commit." for a viewer, else null. */
export function useColleagues(act: string): string | null {
  const isViewer = useSession().role === 'viewer'
  const { data: firm } = useQuery({ ...endpointQuery('getOwnFirm'), enabled: isViewer })
  if (!isViewer) return null
  return firm ? describeCommitters(firm.committers, act) : `Ask a colleague to ${act}.`
}

const mostNames = 3

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames)
  if (names.length > mostNames) return `${shown.join(', ')} or others`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}
