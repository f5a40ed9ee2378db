import type { allocationCalls } from '#contract/deal/allocation-calls.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'

const missing = () => Promise.reject(notFound())

export const allocationHandlers: Pick<Handlers, keyof typeof allocationCalls> = {
  listAllocations: missing,
  saveAllocation: missing,
  deleteAllocation: missing,
  approveAllocation: missing,
  publishAllocation: missing,
  moveRound: missing,
  endRound: missing,
  answerOfferOnBehalf: missing,
  listOwnOffers: missing,
  acceptOffer: missing,
  declineOffer: missing,
  getOfferLetter: missing,
}
