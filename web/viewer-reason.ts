/** The reason why a viewer of a firm can't commit. */
import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** Returns null unless the user is a viewer. Loads nothing for other users. */
export function useViewerReason(): string | null {
  const isViewer = useSession().role === 'viewer'
  const { data: firm } = useQuery({ ...endpointQuery('getOwnFirm'), enabled: isViewer })
  if (!isViewer) return null
  return firm
    ? describeReason(firm.displayName, firm.committers)
    : 'You have view access at your firm.'
}

/** Returns text such as "You have view access at Alder Bank. Jane Roe or Sam Lee can commit." */
export const describeReason = (firm: string, committers: readonly string[]) =>
  committers.length === 0
    ? `You have view access at ${firm}. Nobody there can commit now.`
    : `You have view access at ${firm}. ${listNames(committers)} can commit.`

export const describeCommitters = (committers: readonly string[]) =>
  committers.length === 0
    ? 'Nobody in your firm can commit now.'
    : `Ask ${listNames(committers)} to commit.`

const mostNames = 3

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames)
  if (names.length > mostNames) return `${shown.join(', ')} or others`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}
