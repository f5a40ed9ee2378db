/** What the user holds of the loans in a list. Each loan is cached by itself, and rows ask together. */
import type { OwnShare } from '#contract/book/commitments.ts'
import { mostSharesAsked } from '#domain/book/shares-asked.ts'
import { call, endpointQuery } from '#web/api/client.ts'

/** What is held of one loan: a list of one, or empty. */
export const ownShareQuery = (loanId: string) => ({
  ...endpointQuery('listOwnShares', { query: { loanIds: loanId } }),
  queryFn: () => askWithOthers(loanId),
})

interface Batch {
  loanIds: Set<string>
  shares: Promise<OwnShare[]>
}

/** The one that still takes loans. */
let gathering: Batch | undefined

async function askWithOthers(loanId: string): Promise<OwnShare[]> {
  if (!gathering || gathering.loanIds.size === mostSharesAsked) gathering = openBatch()
  const { loanIds, shares } = gathering
  loanIds.add(loanId)
  return (await shares).filter((share) => share.loanId === loanId)
}

function openBatch(): Batch {
  const loanIds = new Set<string>()
  const askSoon = async () => {
    // The other rows of the page ask before any timer runs.
    await new Promise((resolve) => setTimeout(resolve))
    if (gathering?.loanIds === loanIds) gathering = undefined
    return call('listOwnShares', { query: { loanIds: [...loanIds].join(',') } })
  }
  return { loanIds, shares: askSoon() }
}
