import type { LoanOfBook } from '#domain/book/lines.ts'
import { refusalOfLoanAction } from '#domain/loans/statuses.ts'
import type { StageCode } from '#domain/book/deal/stage-refusals.ts'

/** A refusal of an act on a book that closes or is closed. */
export interface ClosingRefusal {
  code: StageCode | 'not_whole' | 'not_closed' | 'not_in_register' | 'has_receipts' | 'loan_funded'
  message: string
}

/** Refuses an act on a book that must be closed, whose loan must not be funded. */
export function refusalOfClosedAct({ bookStage, status }: LoanOfBook): ClosingRefusal | null {
  if (bookStage !== 'closed')
    return { code: 'not_closed', message: 'The book of this loan is not closed. Close it first' }
  const message = refusalOfLoanAction('fund', status)
  return message === null ? null : { code: 'loan_funded', message }
}

export const hasReceipts = (message: string): ClosingRefusal => ({ code: 'has_receipts', message })
