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

/** The book shows the terms of its loan. */
export const touchedByLoan = (id: string) => [
  ...touchedByLoans,
  endpointQuery('getBook', { params: { id } }),
]
