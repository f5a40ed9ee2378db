import { endpointQuery } from '#web/api/client.ts'

/** What an act on an account changes: both lists of people, and the figures that count them. */
export const touchedByPeople = [
  endpointQuery('listUsers'),
  endpointQuery('listPendingUsers'),
  endpointQuery('getAdminSummary'),
  endpointQuery('getStats'),
]
