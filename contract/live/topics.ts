/**
 * The nouns that calls show and change. Each row of the table names its topics: after a call, the browser
 * fetches again what shows one that it changed, and the server records these in the transaction of the
 * change (`server/live/record.ts`).
 */
export const topics = [
  /** The fields of a loan that people enter. */
  'loans',
  /** Commitments, and the shares of a loan that they add up to. */
  'book',
  /** The figures of the platform. */
  'stats',
  'favorites',
  /** Filters of the list of loans that a person saved. */
  'savedFilters',
  'documents',
  'photos',
  'messages',
  'notifications',
  'mails',
  /** Accounts: details, rights, and second factors. */
  'users',
  'sessions',
  'invitations',
  /** The details of the originator, and what remains to be set up. */
  'company',
  'audit',
] as const
export type Topic = (typeof topics)[number]

/**
 * A topic as a row names it. `book:loanId` is the book of one loan, whose id the call has under that
 * name: in its path, its body, or its answer. `book:me` is what the caller holds: the changes of it have the
 * caller's account as their subject, and no other audience.
 */
export type RowTopic = Topic | `${Topic}:${string}`

/** The name under which a row has the caller's own account, in place of a subject's. */
export const ownSubject = 'me'

/** The topic that a row names, and the name under which the call has its subject. */
export function splitTopic(named: RowTopic): { topic: Topic; subjectName: string | undefined } {
  const [topic, subjectName] = named.split(':')
  // The type of `named` says so.
  return { topic: topic as Topic, subjectName }
}
