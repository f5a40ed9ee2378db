import { endpointQuery } from '#web/api.ts'

/**
 * What shows loans or counts them, single loans included, since their keys begin alike: read again
 * after one was made, changed or deleted.
 */
export const touchedByLoans = [
  endpointQuery('listLoans'),
  endpointQuery('listPropertyTypes'),
  endpointQuery('getStats'),
  endpointQuery('getAdminSummary'),
  endpointQuery('listOwnCommitments'),
]

/** The same for one loan that was changed: its book shows its terms. */
export const touchedByLoan = (id: string) => [
  ...touchedByLoans,
  endpointQuery('getBook', { params: { id } }),
]
