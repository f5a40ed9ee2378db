import type { firmCalls } from '#contract/firms/calls.ts'
import { findCurrentUser } from '#server/accounts/current-user.ts'
import { withdrawInvitation } from '#server/accounts/invitations.ts'
import type { Handlers } from '#server/http/mount.ts'
import { giveSessionCookie } from '#server/sign-in/sessions.ts'
import { createFirm, deactivateFirm, reactivateFirm, updateFirm } from './change-firm.ts'
import { readFirm } from './firm-page.ts'
import { inviteAsAdministrator, inviteColleague, listInvitationsOf } from './invitations.ts'
import { acceptInvitation, readInvitation } from './links.ts'
import { listFirms, listProposals } from './list-firms.ts'
import { readOwnFirm, updateOwnFirm } from './own-firm.ts'
import { changeColleague, deactivateColleague, lockManager, reactivateColleague } from './people.ts'

export const firmHandlers: Pick<Handlers, keyof typeof firmCalls> = {
  getOwnFirm: (context) => readOwnFirm(context),
  updateOwnFirm: (context, { body }) => updateOwnFirm(context, body),
  updateFirmPerson: (context, { path: { id }, body }) => changeColleague(context, id, body),
  deactivateFirmPerson: (context, { path: { id } }) => deactivateColleague(context, id),
  reactivateFirmPerson: (context, { path: { id } }) => reactivateColleague(context, id),

  listFirmInvitations: ({ db, principal }) => listInvitationsOf(db, principal.account.firmId),
  createFirmInvitation: (context, { body }) => inviteColleague(context, body),
  deleteFirmInvitation: (context, { path: { id } }) =>
    withdrawInvitation(context, id, {
      firmId: context.principal.account.firmId,
      lock: async (tx) => (await lockManager(tx, context)).requireManager(),
    }),

  getInvitation: (context, { path: { token } }) => readInvitation(context, token),
  async acceptInvitation(context, { path: { token }, body }) {
    const { id, cookie } = await acceptInvitation(context, token, body)
    giveSessionCookie(context.reply, context.config, cookie)
    return findCurrentUser(context, id)
  },

  listFirms: ({ db, config, reply }, { query }) => listFirms({ db, config, reply }, query),
  createFirm: (context, { body }) => createFirm(context, body.name),
  listFirmProposals: (context) => listProposals(context),
  getFirm: (context, { path: { id } }) => readFirm(context, id),
  updateFirm: (context, { path: { id }, body }) => updateFirm(context, id, body),
  createInvitationToFirm: (context, { path: { id }, body }) =>
    inviteAsAdministrator(context, id, body),
  deactivateFirm: (context, { path: { id } }) => deactivateFirm(context, id),
  reactivateFirm: (context, { path: { id } }) => reactivateFirm(context, id),
}
