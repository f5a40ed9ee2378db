import { ApiError, endpointQuery } from '#web/api/client.ts'

/**
 * What shows loans or counts them, single loans included, since their keys begin alike: read again
 * after one was made, changed or deleted.
 */
export const touchedByLoans = [
  endpointQuery('listLoans'),
  endpointQuery('listLoansWithFiles'),
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

/** The refusal of a change or deletion because somebody else changed the loan since it was read. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile'
