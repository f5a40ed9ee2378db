import type { accountCalls } from '#contract/accounts/calls.ts'
import { users } from '#server/database/schema/accounts.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { giveSessionCookie, takeSessionCookie } from '#server/sign-in/sessions.ts'
import { eq } from 'drizzle-orm'
import { findCurrentUser, toCurrentUser } from './current-user.ts'
import { endAccount } from './end-account.ts'
import { createInvitations, listInvitations, withdrawInvitation } from './invitations.ts'
import {
  changeOwnEmail,
  changePassword,
  endSession,
  listSessions,
  requestPasswordReset,
  resetPassword,
  signOutEverywhere,
  updateProfile,
} from './own-account.ts'
import { listBoundLoans, listPendingUsers, listUsers } from './read-users.ts'
import { register, signIn, signOut } from './sign-in.ts'
import { confirmTwoFactor, endTwoFactor, renewRecoveryCodes, startTwoFactor } from './two-factor.ts'
import {
  approveUser,
  createResetLink,
  reactivateUser,
  resetTwoFactor,
  signOutUser,
  updateUser,
} from './users.ts'

export const accountHandlers: Pick<Handlers, keyof typeof accountCalls> = {
  getCurrentUser: (context) => toCurrentUser(context, context.principal.account),

  async register(context, { body }) {
    const { id, cookie } = await register(context, body)
    giveSessionCookie(context.reply, context.config, cookie)
    return findCurrentUser(context, id)
  },

  async login(context, { body }) {
    const { account, cookie } = await signIn(context, body)
    giveSessionCookie(context.reply, context.config, cookie)
    return toCurrentUser(context, account)
  },

  async logout(context) {
    await signOut(context)
    takeSessionCookie(context.reply, context.config)
    return null
  },

  async updateProfile(context, { body }) {
    await updateProfile(context, body)
    return findCurrentUser(context, context.principal.account.id)
  },

  async changePassword(context, { body }) {
    const cookie = await changePassword(context, body)
    if (cookie) giveSessionCookie(context.reply, context.config, cookie)
    return null
  },

  async changeOwnEmail(context, { body }) {
    giveSessionCookie(context.reply, context.config, await changeOwnEmail(context, body))
    return findCurrentUser(context, context.principal.account.id)
  },

  async requestPasswordReset(context, { body }) {
    await requestPasswordReset(context, body)
    return { message: "If there's an account with this email, a link is on its way." }
  },

  resetPassword: (context, { body }) => resetPassword(context, body),

  listSessions: (context) => listSessions(context),

  async endSession(context, { path: { id } }) {
    await endSession(context, id)
    if (id === context.principal.via.id) takeSessionCookie(context.reply, context.config)
    return null
  },

  async signOutEverywhere(context) {
    await signOutEverywhere(context)
    takeSessionCookie(context.reply, context.config)
    return null
  },

  startTwoFactor: (context, { body }) => startTwoFactor(context, body.currentPassword),
  confirmTwoFactor: (context, { body }) => confirmTwoFactor(context, body.code),
  renewRecoveryCodes: (context, { body }) => renewRecoveryCodes(context, body),
  endTwoFactor: async (context, { body }) => endTwoFactor(context, body),

  listUsers: ({ db, reply }, { query }) => listUsers(db, reply, query),
  listPendingUsers: ({ db, reply }, { query }) => listPendingUsers(db, reply, query),

  async listBoundLoans({ db }, { path: { id } }) {
    if ((await db.$count(users, eq(users.id, id))) === 0) throw notFound('The user')
    return listBoundLoans(db, id)
  },

  approveUser: (context, { path: { id } }) => approveUser(context, id),
  updateUser: (context, { path: { id }, body }) => updateUser(context, id, body),
  deleteUser: (context, { path: { id }, query }) => endAccount(context, id, query),
  reactivateUser: (context, { path: { id } }) => reactivateUser(context, id),
  createResetLink: (context, { path: { id } }) => createResetLink(context, id),
  signOutUser: (context, { path: { id } }) => signOutUser(context, id),
  resetTwoFactor: (context, { path: { id } }) => resetTwoFactor(context, id),

  listInvitations: (context, { query }) => listInvitations(context, query),
  createInvitations: (context, { body }) => createInvitations(context, body),
  deleteInvitation: (context, { path: { id } }) => withdrawInvitation(context, id),
}
