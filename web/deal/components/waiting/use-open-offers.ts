import { isLender } from '#domain/access.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'

/** The offers that wait for the answer of the user's firm. Open offers come first, so one page has them. */
export function useOpenOffers() {
  const { role } = useSession()
  const offers = useQuery({
    ...endpointQuery('listOwnOffers', { query: { limit: '24' } }),
    enabled: isLender(role),
    refetchOnMount: 'always',
  })
  return { offers, open: offers.data?.filter(({ state }) => state === 'offered') }
}
