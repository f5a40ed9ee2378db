import type { Commitment, OwnHolding } from '#contract/book/commitments.ts'
import { endpointPages } from '#web/api/client.ts'

export const ownCommitmentPages = endpointPages('listOwnCommitments', {
  order: 'loan',
  limit: '24',
})

export const ownHoldingPages = endpointPages('listOwnHoldings', { limit: '50' })

export const ownHistoryPages = endpointPages('listOwnHistory', { limit: '50' })

export const withLoan = (commitments: readonly Commitment[]) =>
  // The type requires a loan, but responses aren't validated at run time.
  commitments.filter(({ loan }: { loan: unknown }) => loan !== null && loan !== undefined)

export const commitmentsOf = ({ loan, lines }: OwnHolding): Commitment[] =>
  lines.map((line) => ({ ...line, loan }))
