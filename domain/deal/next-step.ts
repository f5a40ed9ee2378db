/** The step that the deal desk proposes. */
import { isPastDeadline, type BookState } from '#domain/loans/dates/book-stages.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  isAboveZero,
  sumPercent,
  wholePercent,
  type Percent,
} from '#domain/money.ts'
import { isRoundOver } from './rounds/rounds.ts'

export const nextSteps = [
  'setTimetable',
  'allocate',
  'awaitAnswers',
  'endRound',
  'placeRest',
  'close',
  'sendInstructions',
  'awaitFunds',
  'setFunded',
  'done',
] as const
export type NextStep = (typeof nextSteps)[number]

export interface DealState extends BookState {
  status: LoanStatus
  /** The binding share, hold included, and the soft one. */
  bound: Percent
  soft: Percent
  hasDraft: boolean
  /** The newest published round, or null without one. */
  lastRound: { respondBy: string } | null
  /** The money of a closed loan, or null if nobody is asked for it on the desk. */
  funding: 'notAsked' | 'awaited' | 'complete' | null
}

export function nextStepOf(deal: DealState, now: Date): NextStep {
  if (deal.status === 'funded') return 'done'
  if (deal.bookStage === 'closed') return nextOfClosed(deal)
  if (deal.bookStage === 'offered')
    return deal.lastRound && isRoundOver(deal.lastRound.respondBy, now)
      ? 'endRound'
      : 'awaitAnswers'
  if (deal.isTermsPending === 'true') return 'awaitAnswers'
  if (compareFigures(deal.bound, wholePercent(100)) >= 0) return 'close'
  if (deal.hasDraft) return 'allocate'
  return nextOfOpen(deal, now)
}

/** Requests are allocated once they fill the loan, no more can come, or a round has left some. */
function nextOfOpen(deal: DealState, now: Date): NextStep {
  const isCollected =
    deal.lastRound !== null || isPastDeadline(deal, now) || isCovered(deal.bound, deal.soft)
  if (isCollected) return isAboveZero(deal.soft) ? 'allocate' : 'placeRest'
  return deal.commitmentDeadline === null ? 'setTimetable' : 'placeRest'
}

function nextOfClosed({ funding }: DealState): NextStep {
  if (funding === 'notAsked') return 'sendInstructions'
  return funding === 'awaited' ? 'awaitFunds' : 'setFunded'
}

const isCovered = (bound: Percent, soft: Percent) =>
  compareFigures(sumPercent([bound, soft]), wholePercent(100)) >= 0
