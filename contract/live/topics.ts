/**
 * Each endpoint lists the topics that it shows or changes. In the transaction of a change, the server records the
 * changed topics (`server/live/record.ts`), and browsers reload the data that depends on them.
 */
export const topics = [
  'loans',
  /** Commitments, and each loan's stored commitment totals. */
  'book',
  'stats',
  'favorites',
  'savedFilters',
  'marks',
  'documents',
  'photos',
  'messages',
  'notifications',
  'mails',
  'users',
  'firms',
  'sessions',
  'invitations',
  'company',
  'importProfiles',
  /** Admissions of firms to a loan, and their requests for access. */
  'audience',
  'firmLists',
  'audit',
] as const
export type Topic = (typeof topics)[number]

/**
 * The topic `book:loanId` is limited to one loan. `loanId` is the name of a field in the call's path, body, or
 * response. The topic `book:me` is limited to the caller's account.
 */
export type RowTopic = Topic | `${Topic}:${string}`

/** The placeholder for the id of the caller's account in an endpoint's topics. */
export const ownSubject = 'me'

export function splitTopic(named: RowTopic): { topic: Topic; subjectName: string | undefined } {
  const [topic, subjectName] = named.split(':')
  return { topic: topic as Topic, subjectName }
}
