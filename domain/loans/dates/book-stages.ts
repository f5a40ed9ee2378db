/** The stage of a loan's book, beside the loan's status. */
import { loanCan, type LoanStatus } from '#domain/loans/statuses.ts'

/** A book is offered while an allocation awaits answers, and closed once its register is made. */
export const bookStages = ['open', 'offered', 'closed'] as const
export type BookStage = (typeof bookStages)[number]

export interface BookState {
  bookStage: BookStage
  commitmentDeadline: string | null
  /** `'true'` while lenders are asked to confirm other terms. Nobody can be bound until it is decided. */
  isTermsPending?: 'true' | 'false' | undefined
}

export const isPastDeadline = (
  { commitmentDeadline }: Pick<BookState, 'commitmentDeadline'>,
  now: Date,
): boolean => commitmentDeadline !== null && now.getTime() > Date.parse(commitmentDeadline)

/** True if the time to answer the proposed terms ends after the deadline, when nobody can be bound anymore. */
export const mayBeDecidedLate = ({
  termsRespondBy,
  isTermsPending,
  ...book
}: Pick<BookState, 'commitmentDeadline' | 'isTermsPending'> & {
  termsRespondBy?: string | undefined
}): boolean =>
  isTermsPending === 'true' &&
  termsRespondBy !== undefined &&
  isPastDeadline(book, new Date(termsRespondBy))

/** True if lenders can commit, raise a soft share, or make it binding. The available share doesn't matter here. */
export const bookTakesCommitments = (
  { status, ...book }: BookState & { status: LoanStatus },
  now: Date,
): boolean => loanCan('commit', status) && book.bookStage === 'open' && !isPastDeadline(book, now)
