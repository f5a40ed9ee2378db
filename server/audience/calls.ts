/** Calls about who sees a loan: its audience, admissions, requests for access, and saved lists of firms. */
import type { audienceCalls } from '#contract/audience/calls.ts'
import { change } from '#server/change/change.ts'
import type { Handlers } from '#server/http/mount.ts'
import { lockLoan } from '#server/loans/change-loan.ts'
import { changeAudience } from './change-audience.ts'
import { createFirmList, deleteFirmList, listFirmLists, updateFirmList } from './firm-lists.ts'
import { readAudience } from './read-audience.ts'
import { grantAccess, refuseAccess, requestAccess, withdrawAccessRequest } from './requests.ts'

export const audienceHandlers: Pick<Handlers, keyof typeof audienceCalls> = {
  getAudience: ({ db }, { path: { id } }) => readAudience(db, id),

  async setAudience(context, { path: { id }, body }) {
    await change(context, {
      // A commitment locks the row too, so either it sees the new audience or the change sees the new position.
      lock: (tx) => lockLoan(tx, id),
      run: (tx, loan) => changeAudience(tx, context, loan, body),
    })
    return readAudience(context.db, id)
  },

  requestAccess: (context, { path: { id }, body }) => requestAccess(context, id, body.message),
  withdrawAccessRequest: (context, { path: { id } }) => withdrawAccessRequest(context, id),
  grantAccess: (context, { path: { id }, body }) => grantAccess(context, id, body.message),
  refuseAccess: (context, { path: { id }, body }) => refuseAccess(context, id, body.message),

  listFirmLists: ({ db }) => listFirmLists(db),
  createFirmList: (context, { body }) => createFirmList(context, body),
  updateFirmList: (context, { path: { id }, body }) => updateFirmList(context, id, body),
  deleteFirmList: (context, { path: { id } }) => deleteFirmList(context, id),
}
