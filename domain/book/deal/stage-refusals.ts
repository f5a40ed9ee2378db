/** The acts that the stage of a book and its deadline refuse. */
import { formatMoment } from '#domain/days.ts'
import { isPastDeadline, type BookStage, type BookState } from '#domain/loans/dates/book-stages.ts'

export type StageCode =
  | 'book_closed'
  | 'offer_open'
  | 'round_running'
  | 'deal_closed'
  | 'terms_pending'

/** An open book whose deadline has passed is `late`. Proposed terms are `pending` at any time while it is open. */
type Stage = BookStage | 'late' | 'pending'

/** An administrator can record letters that arrive late, and nobody's soft share is left in a closed book. */
const refusedActs = {
  commit: { late: 'book_closed', offered: 'book_closed', closed: 'book_closed' },
  raise: { late: 'book_closed', offered: 'book_closed', closed: 'book_closed' },
  makeBinding: { late: 'book_closed', offered: 'book_closed', closed: 'book_closed' },
  bind: { pending: 'terms_pending' },
  lower: { offered: 'offer_open', closed: 'book_closed' },
  withdraw: { closed: 'book_closed' },
  recordOnBehalf: { offered: 'round_running', closed: 'deal_closed' },
  release: { closed: 'deal_closed' },
  allocate: { offered: 'round_running', closed: 'deal_closed' },
  publish: { offered: 'round_running', closed: 'deal_closed', pending: 'terms_pending' },
  setHold: { offered: 'round_running', closed: 'deal_closed', pending: 'terms_pending' },
  editTermsAndDates: { closed: 'deal_closed' },
  setLimits: { offered: 'round_running', closed: 'deal_closed' },
  proposeTerms: { offered: 'round_running', closed: 'deal_closed', pending: 'terms_pending' },
  close: { offered: 'round_running', closed: 'deal_closed', pending: 'terms_pending' },
  fund: { offered: 'round_running', pending: 'terms_pending' },
} as const satisfies Record<string, Partial<Record<Stage, StageCode>>>
export type StageAct = keyof typeof refusedActs

/** @param at The time of the act, in ISO 8601. */
export function refusalOfStage(
  act: StageAct,
  book: BookState,
  at: string,
): { code: StageCode; message: string } | null {
  const isLate = book.bookStage === 'open' && isPastDeadline(book, new Date(at))
  const stage: Stage = isLate ? 'late' : book.bookStage
  const codes: Partial<Record<Stage, StageCode>> = refusedActs[act]
  const code = codes[stage] ?? (book.isTermsPending === 'true' ? codes.pending : undefined)
  return code ? { code, message: messageOf(code, stage, book) } : null
}

function messageOf(code: StageCode, stage: Stage, { commitmentDeadline }: BookState): string {
  if (code === 'terms_pending')
    return 'Other terms are proposed, and lenders are asked to confirm them. Wait until they take effect or are canceled'
  if (stage === 'late' && commitmentDeadline !== null)
    return `Commitments to this loan were due ${formatMoment(commitmentDeadline)}. Ask the administrator`
  if (code === 'offer_open') return 'Your offer is open. Accept or decline it first'
  if (code === 'round_running') return 'An allocation awaits answers. End it first'
  if (code === 'deal_closed') return 'The book of this loan is closed. Reopen its book first'
  return stage === 'offered'
    ? 'This loan takes no commitments while an allocation awaits answers'
    : 'The book of this loan is closed'
}
