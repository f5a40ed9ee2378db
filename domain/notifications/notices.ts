/** Notices and their recipients. A notice becomes one notification for each recipient. */
import type { BatchedType } from './types.ts'

export interface Notice {
  /** Security notices are sent at once (`server/accounts/notices.ts`). */
  type: BatchedType
  /** One or more sentences. */
  message: string
  /** The link's target: the loan, else the person. */
  loanId?: string
  userId?: string
  receiptId?: string
  /** Documents saved together share a notice, which is emailed a little later in case more follow. */
  batchId?: string
}

/**
 * Active accounts only. `followers` are approved lenders with an active share of the loan or the loan among
 * their favorites; a draft has none.
 */
export type Recipients = { except?: readonly string[] } & (
  | { to: 'administrators' | 'lenders' }
  | { to: 'people'; ids: readonly string[] }
  | { to: 'followers'; of: string }
)

export type AddressedNotice = Recipients & { notice: Notice }

/** A notice to administrators or to persons by their ids. */
export type DirectNotice = AddressedNotice & { to: 'administrators' | 'people' }
