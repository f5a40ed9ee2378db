/** What the user holds of the loans in a list. Each loan is cached by itself, and rows ask together. */
import type { OwnShare } from '#contract/book/commitments.ts'
import { maxSharesAsked } from '#domain/position/shares-asked.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What is held of one loan: a list of one, or empty. */
export const ownShareQuery = (loanId: string) => ({
  ...endpointQuery('listOwnShares', { query: { loanIds: loanId } }),
  queryFn: () => askWithOthers(loanId),
})

/** Resolves once it is known what the user holds of these loans, or that it can't be loaded. */
export const loadOwnShares = (client: QueryClient, loans: { id: string }[]) =>
  Promise.all(loans.map(({ id }) => client.prefetchQuery(ownShareQuery(id))))

interface Batch {
  loanIds: Set<string>
  shares: Promise<OwnShare[]>
}

/** The one that still takes loans. */
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
    // The other rows of the page ask before any timer runs.
    await new Promise((resolve) => setTimeout(resolve))
    // One that was opened since, because this one was full, takes no more either: its turn comes next.
    gathering = undefined
    return call('listOwnShares', { query: { loanIds: [...loanIds].join(',') } })
  }
  return { loanIds, shares: askSoon() }
}
