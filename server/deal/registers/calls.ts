/** The calls of the register of a closed book. */
import type { registerCalls } from '#contract/deal/register-calls.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'

const notYet = () => Promise.reject(notFound())

export const registerHandlers: Pick<Handlers, keyof typeof registerCalls> = {
  closeBook: notYet,
  reopenBook: notYet,
  listRegisters: notYet,
  exportRegisterAsCsv: notYet,
  exportRegisterAsPdf: notYet,
  listOwnRegisterEntries: notYet,
  getCertificate: notYet,
}
