/** The calls of the funding of a closed loan. */
import type { fundingCalls } from '#contract/deal/funding-calls.ts'
import { findRegister } from '#server/deal/registers/read-registers.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import {
  discardInstructions,
  draftInstructions,
  sendInstructions,
  verifyInstructions,
} from './instructions.ts'
import { readOwnFunding, recordCallBack } from './own-funding.ts'
import { readFunding } from './read-funding.ts'
import { findInstructions, toInstructions } from './read-instructions.ts'
import { readReceipt, recordFunds, reverseFunds } from './receipts.ts'
import { takeOverShare } from './take-over.ts'

export const fundingHandlers: Pick<Handlers, keyof typeof fundingCalls> = {
  getFunding: (context, { path: { id } }) => readFunding(context, id),

  async createInstructions(context, { path: { id }, body }) {
    return answerOf(context, await draftInstructions(context, id, body))
  },

  async verifyInstructions(context, { path: { id }, body }) {
    await verifyInstructions(context, id, body)
    return answerOf(context, id)
  },

  async sendInstructions(context, { path: { id } }) {
    await sendInstructions(context, id)
    return answerOf(context, id)
  },

  async deleteInstructions(context, { path: { id } }) {
    return discardInstructions(context, id)
  },

  getOwnFunding: (context, { path: { loanId } }) => readOwnFunding(context, loanId),

  async recordCallBack(context, { path: { loanId }, body }) {
    await recordCallBack(context, loanId, body)
    return readOwnFunding(context, loanId)
  },

  async createFundsReceipt(context, { path: { id }, body }) {
    return readReceipt(context.db, await recordFunds(context, id, body))
  },

  async reverseFundsReceipt(context, { path: { id }, body: { reason } }) {
    await reverseFunds(context, id, reason)
    return readReceipt(context.db, id)
  },

  async takeOverShare(context, { path: { id }, body }) {
    return findRegister(context.db, await takeOverShare(context, id, body))
  },
}

/** The acts on instructions are possible only while the book is closed and the loan isn't funded. */
async function answerOf({ db, config, principal }: Context<'admin'>, id: string) {
  const barredAuthorId = config.twoAdministrators ? principal.account.id : null
  return toInstructions(await findInstructions(db, id), { isOpen: true, barredAuthorId })
}
