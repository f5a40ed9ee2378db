import type { Commitment } from '#contract/book/commitments.ts'
import { endpointPages } from '#web/api/client.ts'

/** The user's active commitments, page by page, newest first. */
export const ownCommitmentPages = endpointPages('listOwnCommitments', { limit: '24' })

/** Omits commitments whose loan is missing: there is nothing to show of them. */
export const withLoan = (commitments: readonly Commitment[]) =>
  // The type says that there is always a loan, but answers are not validated.
  commitments.filter(({ loan }: { loan: unknown }) => loan !== null && loan !== undefined)
