/** Notices and their recipients. Each recipient gets one notification. */
import type { BatchedType } from './types.ts'

export interface Notice {
  /** Security notices are sent immediately instead (`server/accounts/notices.ts`). */
  type: BatchedType
  message: string
  /** If set, the notification links to the loan. Otherwise, it links to the user. */
  loanId?: string
  userId?: string
  receiptId?: string
  /** Documents saved together share a notice. Its email is delayed in case more documents follow. */
  batchId?: string
}

/**
 * Active accounts only. `followers` are approved lenders who have an active share of the loan or marked it as a
 * favorite. A draft has no followers.
 */
export type Recipients = { except?: readonly string[] } & (
  | { to: 'administrators' | 'lenders' }
  | { to: 'people'; ids: readonly string[] }
  | { to: 'followers'; of: string }
)

export type AddressedNotice = Recipients & { notice: Notice }

export type DirectNotice = AddressedNotice & { to: 'administrators' | 'people' }
