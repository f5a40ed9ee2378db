/** The calls of the register of a closed book. */
import type { registerCalls } from '#contract/deal/register-calls.ts'
import { readDeal } from '#server/deal/read-deal.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'
import { closeLoan, reopenBook } from './close.ts'
import { findRegister, listOwnEntries, listRegisters } from './read-registers.ts'
import { sendCertificate, sendRegister } from './send.ts'

export const registerHandlers: Pick<Handlers, keyof typeof registerCalls> = {
  async closeBook(context, { path: { id }, body }) {
    return findRegister(context.db, await closeLoan(context, id, body))
  },

  async reopenBook(context, { path: { id }, body: { reason } }) {
    await reopenBook(context, id, reason)
    return readDeal(context, id)
  },

  async listRegisters({ db }, { path: { id } }) {
    await findAnyLoan(db, id)
    return listRegisters(db, id)
  },

  exportRegisterAsCsv: (context, { path: { id } }) => sendRegister(context, id, 'csv'),
  exportRegisterAsPdf: (context, { path: { id } }) => sendRegister(context, id, 'pdf'),
  listOwnRegisterEntries: listOwnEntries,
  getCertificate: (context, { path: { id } }) => sendCertificate(context, id),
}
