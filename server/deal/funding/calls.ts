/** The calls of the funding of a closed loan. */
import type { fundingCalls } from '#contract/deal/funding-calls.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'

const notYet = () => Promise.reject(notFound())

export const fundingHandlers: Pick<Handlers, keyof typeof fundingCalls> = {
  getFunding: notYet,
  createInstructions: notYet,
  verifyInstructions: notYet,
  sendInstructions: notYet,
  deleteInstructions: notYet,
  getOwnFunding: notYet,
  recordCallBack: notYet,
  createFundsReceipt: notYet,
  reverseFundsReceipt: notYet,
  takeOverShare: notYet,
}
