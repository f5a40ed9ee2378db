import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { describeOpenings } from './describe-openings.ts'

/** Returns text such as "Opened by 1 of 5 holders", or null until loaded, and for a loan without holders. */
export function useOpenings(loanId: string, documentId: string, isAsked = true): string | null {
  const { data } = useQuery({
    ...endpointQuery('getReadings', { params: { id: loanId } }),
    enabled: isAsked,
  })
  const openedBy = data?.documents.find(({ id }) => id === documentId)?.openedBy
  return !data || openedBy === undefined || data.holdersCount === 0
    ? null
    : describeOpenings(openedBy, data.holdersCount)
}
