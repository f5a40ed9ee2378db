/** The calls of allocations: drafts, rounds, and their offers. */
import type { allocationCalls } from '#contract/deal/allocation-calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { answerOffer } from './answer.ts'
import { endRound, moveRound } from './end.ts'
import { sendLetter } from './letter.ts'
import { listOwnOffers, readAnswered } from './own-offers.ts'
import { listAllocations, readAllocation, readLine } from './present.ts'
import { publishAllocation } from './publish.ts'
import { approveAllocation, deleteAllocation, saveAllocation } from './save.ts'

export const allocationHandlers: Pick<Handlers, keyof typeof allocationCalls> = {
  listAllocations: (context, { path: { id } }) => listAllocations(context, id),

  async saveAllocation(context, { path: { id }, body }) {
    return readAllocation(context.db, await saveAllocation(context, id, body))
  },

  deleteAllocation: (context, { path: { id } }) => deleteAllocation(context, id),

  async approveAllocation(context, { path: { id }, body }) {
    await approveAllocation(context, id, body)
    return readAllocation(context.db, id)
  },

  async publishAllocation(context, { path: { id }, body }) {
    await publishAllocation(context, id, body)
    return readAllocation(context.db, id)
  },

  async moveRound(context, { path: { id }, body }) {
    await moveRound(context, id, body)
    return readAllocation(context.db, id)
  },

  async endRound(context, { path: { id } }) {
    await endRound(context, id)
    return readAllocation(context.db, id)
  },

  async answerOfferOnBehalf(context, { path: { id }, body }) {
    const { answer, amount, how } = body
    const allocationId = await answerOffer(context, id, { answer, amount, how, reason: null })
    return readLine(context.db, allocationId, id)
  },

  listOwnOffers: (context, { query }) => listOwnOffers(context, query),

  async acceptOffer(context, { path: { id }, body: { amount } }) {
    await answerOffer(context, id, { answer: 'accepted', amount, how: null, reason: null })
    return readAnswered(context, id)
  },

  async declineOffer(context, { path: { id }, body: { reason } }) {
    await answerOffer(context, id, { answer: 'declined', how: null, reason })
    return readAnswered(context, id)
  },

  getOfferLetter: (context, { path: { id } }) => sendLetter(context, id),
}
