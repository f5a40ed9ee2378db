/** The categories of notification emails. Each user chooses whether and when to get the emails in each category. */
import { administratorsTypes, notificationTypes, type BatchedType } from './types.ts'

export const mailKinds = ['money', 'questions', 'newLoans', 'documents', 'events'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * The categories that users can delay or turn off. Emails about a user's own commitments and account are always sent
 * immediately.
 */
export const optionalKinds = ['questions', 'newLoans', 'documents', 'events'] as const
export type OptionalKind = (typeof optionalKinds)[number]

export const mailTimings = ['now', 'daily', 'never'] as const
export type MailTiming = (typeof mailTimings)[number]

export const isOptionalKind = (text: string): text is OptionalKind =>
  optionalKinds.some((kind) => kind === text)

const kindOfType: Partial<Record<BatchedType, OptionalKind>> = {
  question: 'questions',
  reply: 'questions',
  announcement: 'questions',
  newLoan: 'newLoans',
  documentAdded: 'documents',
}

/**
 * Returns a notification's email category. A notification with a receipt is about the recipient's own commitment, even
 * if administrators get the same type of notification for lenders' actions.
 */
export function mailKindOf(type: BatchedType, hasReceipt: boolean): MailKind {
  if (hasReceipt) return 'money'
  const isEvent = administratorsTypes.some((each) => each === type)
  return kindOfType[type] ?? (isEvent ? 'events' : 'money')
}

const isBatched = (type: (typeof notificationTypes)[number]): type is BatchedType =>
  type !== 'accountSecurity'

export const batchedTypes = notificationTypes.filter(isBatched)

/** Lenders get no emails about administrative events, and administrators get none about new loans or documents. */
export const kindsFor = (isAdmin: boolean): readonly OptionalKind[] =>
  isAdmin ? ['questions', 'events'] : ['questions', 'newLoans', 'documents']

/** The end of a sentence such as "We no longer email you about new loans." */
export const mailKindNouns: Record<MailKind, string> = {
  money: 'your commitments',
  questions: 'messages on loans',
  newLoans: 'new loans',
  documents: 'new documents',
  events: "lenders' registrations and commitments",
}

/** The hour at which daily digests are sent, in the configured time zone. */
export const digestHour = 8

/**
 * The text before the names of matching saved filters in a lender's notification. Only this text shows that a stored
 * notification is about a match.
 */
export const matchPrefix = 'Matches your saved filter'
