/** Notices and their recipients. Each recipient gets one notification. */
import type { BatchedType } from './types.ts'

export interface Notice {
  /** Security notices have other types, because they are sent immediately (`server/accounts/notices.ts`). */
  type: BatchedType
  message: string
  /** The loan that the notification links to. If it isn't set, the notification links to the user. */
  loanId?: string
  userId?: string
  receiptId?: string
  /** Documents that are saved together share a notice. Its email is delayed, because more documents might follow. */
  batchId?: string
}

/**
 * The recipients, who have active accounts. `firms` are the people of these firms, except viewers if the notice asks for
 * a decision. An account that awaits approval gets nothing about what its colleagues did. `followers` are approved
 * lenders whose firm has an active share of the loan, or who marked it as a favorite. A draft has no followers.
 */
export type Recipients = { except?: readonly string[] } & (
  | { to: 'administrators' | 'lenders' }
  | { to: 'people' | 'firms'; ids: readonly string[] }
  | { to: 'followers'; of: string }
)

export type AddressedNotice = Recipients & { notice: Notice }

export type DirectNotice = AddressedNotice & {
  to: 'administrators' | 'people' | 'firms'
}
