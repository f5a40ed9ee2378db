/** The calls of the deal desk: settings of the deal, and the originator's hold. */
import type { dealCalls } from '#contract/deal/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { changeDeal } from './change-deal.ts'
import { changeHold } from './change-hold.ts'
import { allocationHandlers } from './rounds/calls.ts'
import { readDeal } from './read-deal.ts'
import { termsHandlers } from './terms/calls.ts'
import { fundingHandlers } from './funding/calls.ts'
import { registerHandlers } from './registers/calls.ts'
import { statementHandlers } from './statements/calls.ts'

export const dealHandlers: Pick<Handlers, keyof typeof dealCalls> = {
  getDeal: (context, { path: { id } }) => readDeal(context, id),

  async updateDeal(context, { path: { id }, body }) {
    await changeDeal(context, id, body)
    return readDeal(context, id)
  },

  async setHold(context, { path: { id }, body }) {
    await changeHold(context, id, body)
    return readDeal(context, id)
  },

  ...allocationHandlers,
  ...termsHandlers,
  ...registerHandlers,
  ...fundingHandlers,
  ...statementHandlers,
}
