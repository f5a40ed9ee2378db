/** The user's shares in listed loans. Cached by loan, but fetched in batches. */
import type { OwnShare } from '#contract/book/commitments.ts'
import { maxSharesAsked } from '#domain/limits.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import type { QueryClient } from '@tanstack/react-query'

export const ownShareQuery = (loanId: string) => ({
  ...endpointQuery('listOwnShares', { query: { loanIds: loanId } }),
  queryFn: () => askWithOthers(loanId),
})

/** Resolves once the user's shares in these loans have loaded or failed to load. */
export const loadOwnShares = (client: QueryClient, loans: { id: string }[]) =>
  Promise.all(loans.map(({ id }) => client.prefetchQuery(ownShareQuery(id))))

interface Batch {
  loanIds: Set<string>
  shares: Promise<OwnShare[]>
}

let gathering: Batch | undefined

async function askWithOthers(loanId: string): Promise<OwnShare[]> {
  if (!gathering || gathering.loanIds.size === maxSharesAsked) gathering = openBatch()
  const { loanIds, shares } = gathering
  loanIds.add(loanId)
  return (await shares).filter((share) => share.loanId === loanId)
}

function openBatch(): Batch {
  const loanIds = new Set<string>()
  const askSoon = async () => {
    // Wait for a timer, so that the other rows' queries have started.
    await new Promise((resolve) => setTimeout(resolve))
    // This may also close a newer batch, opened because this one was full. The newer batch's timer runs next.
    gathering = undefined
    return call('listOwnShares', { query: { loanIds: [...loanIds].join(',') } })
  }
  return { loanIds, shares: askSoon() }
}
