/**
 * Each call names the topics that it shows or changes. In the transaction of a change, the server records the changed
 * topics (`server/live/record.ts`), and browsers reload the data that shows those topics.
 */
export const topics = [
  'loans',
  /** Commitments, and the totals of commitments that a loan stores. */
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
  'sessions',
  'invitations',
  'company',
  'importProfiles',
  'audit',
] as const
export type Topic = (typeof topics)[number]

/**
 * The topic `book:loanId` is limited to one loan. `loanId` is the name of a field in the call's path, body, or
 * response. The topic `book:me` is limited to the caller's account.
 */
export type RowTopic = Topic | `${Topic}:${string}`

/** The name that stands for the id of the caller's account in an endpoint's topics. */
export const ownSubject = 'me'

/** Splits "book:loanId" into the topic and the name of the field that contains the subject's id. */
export function splitTopic(named: RowTopic): { topic: Topic; subjectName: string | undefined } {
  const [topic, subjectName] = named.split(':')
  return { topic: topic as Topic, subjectName }
}
