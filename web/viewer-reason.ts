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
    : 'You can read for your firm, not commit.'
}

/** Returns text such as "You can read for Alder Bank; ask Jane Roe or Sam Lee to commit." */
export const describeReason = (firm: string, committers: readonly string[]) =>
  committers.length === 0
    ? `You can read for ${firm}; nobody in it can commit now.`
    : `You can read for ${firm}; ask ${listNames(committers)} to commit.`

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
