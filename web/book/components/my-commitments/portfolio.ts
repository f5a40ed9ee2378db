import type { Commitment, OwnHolding } from '#contract/book/commitments.ts'
import { endpointPages } from '#web/api/client.ts'

/** The user's active commitments, page by page: those of one loan together, the newest first. */
export const ownCommitmentPages = endpointPages('listOwnCommitments', {
  order: 'loan',
  limit: '24',
})

/** What the user holds of each loan, page by page. */
export const ownHoldingPages = endpointPages('listOwnHoldings', { limit: '50' })

/** What happened to the user's commitments, page by page, newest first. */
export const ownHistoryPages = endpointPages('listOwnHistory', { limit: '50' })

/** Omits commitments whose loan is missing: there is nothing to show of them. */
export const withLoan = (commitments: readonly Commitment[]) =>
  // The type says that there is always a loan, but answers are not validated.
  commitments.filter(({ loan }: { loan: unknown }) => loan !== null && loan !== undefined)

/** The commitments of a holding, each with its loan. */
export const commitmentsOf = ({ loan, lines }: OwnHolding): Commitment[] =>
  lines.map((line) => ({ ...line, loan }))
