/** The states of an allocation and of its lines. A published allocation is a round, and its lines are offers. */

export const allocationStates = ['draft', 'approved', 'published', 'ended'] as const
export type AllocationState = (typeof allocationStates)[number]

/** `nothing` is a lender that is notified, but not asked: it gets no share, or is bound to all that it gets. */
export const offerStates = [
  'nothing',
  'offered',
  'accepted',
  'declined',
  'recalled',
  'lapsed',
] as const
export type OfferState = (typeof offerStates)[number]

export const offerAnswers = ['accepted', 'declined'] as const
export type OfferAnswer = (typeof offerAnswers)[number]

/** True if the time to answer has passed. Offers that aren't answered then lapse when the round ends. */
export const isRoundOver = (respondBy: string, at: Date): boolean =>
  at.getTime() > Date.parse(respondBy)
