import { endpointQuery } from '#web/api/client.ts'

/** What shows something of a loan's book: to be read again when the book has changed. */
export const touchedByBook = (loanId: string) => [
  endpointQuery('getBook', { params: { id: loanId } }),
  endpointQuery('listLoans'),
  endpointQuery('getStats'),
  // An administrator may be the lender too.
  endpointQuery('listOwnCommitments'),
  // Accounts are listed with how many commitments they have.
  endpointQuery('listUsers'),
]
