/** The words for the states of offers. */
import type { AllocationLine } from '#contract/deal/allocations.ts'
import type { OfferState } from '#domain/deal/rounds/rounds.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import type { BadgeTone } from '#web/ui/display/Badge.tsx'

export const offerStateTexts: Record<OfferState, { text: string; tone: BadgeTone }> = {
  nothing: { text: 'Nothing Offered', tone: 'neutral' },
  offered: { text: 'Waiting', tone: 'warning' },
  accepted: { text: 'Accepted', tone: 'success' },
  declined: { text: 'Declined', tone: 'neutral' },
  recalled: { text: 'Recalled', tone: 'neutral' },
  lapsed: { text: 'Lapsed', tone: 'neutral' },
}

/** Returns text such as "Jane Roe, Jan 5, 2027 3:04 PM: Letter of May 9", or whether a waiting lender looked. */
export function describeAnswer({
  state,
  openedAt,
  answeredAt,
  answeredBy,
  answeredHow,
  declineReason,
}: AllocationLine): string | null {
  if (state === 'offered')
    return openedAt ? `loan opened ${formatTimestamp(openedAt)}` : 'loan not opened since the offer'
  if (answeredAt === null) return null
  const who = [answeredBy, formatTimestamp(answeredAt)].filter(Boolean).join(', ')
  const why = [answeredHow, declineReason && `“${declineReason}”`].filter(Boolean).join(' ')
  return why ? `${who}: ${why}` : who
}
