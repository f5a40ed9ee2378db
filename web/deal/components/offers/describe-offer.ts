/** The sentences about an offer that its lender reads. */
import type { Offer } from '#contract/deal/offers.ts'
import { formatMoment } from '#domain/days.ts'
import { timeToAnswer } from '#domain/loans/dates/deadlines.ts'
import {
  formatCents,
  formatPart,
  formatShare,
  isAboveZero,
  subtractPercent,
} from '#domain/money.ts'

type Figures = Pick<Offer, 'added' | 'addedAmount' | 'staysSoft'>

/** Returns "You commit $2,277,500.00 (18.22%), binding. 11.78% of your interest stays soft." */
export function describeAcceptance({ added, addedAmount, staysSoft }: Figures): string {
  const rest = isAboveZero(staysSoft)
    ? ` ${formatShare(staysSoft)} of your interest stays soft.`
    : ''
  return `You commit ${formatCents(addedAmount)} (${formatShare(added)}), binding.${rest}`
}

export const describeHeadline = ({ added, addedAmount }: Figures, isViewer: boolean): string =>
  `${isViewer ? 'Your firm is' : "You're"} offered ${formatPart(added, addedAmount)}`

/** Returns text such as "Answer by May 12, 5:00 PM EDT (3 days)". */
export function describeDeadline(
  { respondBy, isOnTerms }: Pick<Offer, 'respondBy' | 'isOnTerms'>,
  now = new Date(),
) {
  if (new Date(respondBy) <= now)
    return `The time to answer ended on ${formatMoment(respondBy)}. Ask the administrator.`
  return isOnTerms === 'false'
    ? "The loan's terms have changed since this offer was made, so it can only be declined."
    : `Answer ${timeToAnswer(respondBy, now)}`
}

/** Returns "Without an answer in time, your soft 3% lapses with the offer." */
export const describeSilence = (
  { asked, bound }: Pick<Offer, 'asked' | 'bound'>,
  isViewer: boolean,
): string =>
  `Without an answer in time, ${isViewer ? "your firm's" : 'your'} soft ${formatShare(subtractPercent(asked, bound))} lapses with the offer.`

/** The state of an offer that is no longer open, or null for an open one. */
export function describeOutcome({
  state,
  added,
  addedAmount,
  share,
}: Pick<Offer, 'state' | 'added' | 'addedAmount' | 'share'>): string | null {
  const part = formatPart(added, addedAmount)
  const texts: Record<Offer['state'], string | null> = {
    nothing: isAboveZero(share)
      ? `You are bound to ${formatShare(share)} already. Nothing more was offered in this round.`
      : 'No share could be offered to you in this round. Your interest stays for the next one.',
    offered: null,
    accepted: `You accepted ${part}.`,
    declined: `You declined ${part}.`,
    recalled: `The offer of ${part} was recalled. Your soft shares stay as they were.`,
    lapsed: `The offer of ${part} ended without an answer, and your soft shares with it.`,
  }
  return texts[state]
}
