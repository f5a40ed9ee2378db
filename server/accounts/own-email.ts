/** An administrator's own email address: only the sole administrator may change it; otherwise another one does. */
import { emailKey } from '#domain/texts.ts'
import { actorOf } from '#server/audit/record.ts'
import { transact } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { violatesUnique, conflict, invalid } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { isAdministrator } from '#server/sign-in/principal.ts'
import { giveSessionCookie } from '#server/sign-in/sessions.ts'
import { and, eq } from 'drizzle-orm'
import { isOnlyAdmin, lockAccount, storeDetails } from './change-account.ts'
import { emailTaken, findCurrentUser } from './calls.ts'
import { requireOwnPassword, wrongCurrentPassword } from './own-password.ts'
import { replaceAllSessions } from './own-sessions.ts'

export const ownEmailHandlers: Pick<Handlers, 'changeOwnEmail'> = {
  async changeOwnEmail(context, { body: { email, currentPassword } }) {
    const { db, config, principal, request, reply, kickOutbox } = context
    if (!isAdministrator(principal))
      throw conflict('Ask an administrator to change your email address', 'own_account')
    const password = await requireOwnPassword(context, currentPassword)
    try {
      const cookie = await transact(db, async (tx) => {
        const { account } = await lockAccount(tx, principal.account.id, principal.account.id)
        // The password may have changed since it was checked.
        const isSame = and(eq(users.id, account.id), eq(users.password, password))
        if ((await tx.$count(users, isSame)) === 0) throw wrongCurrentPassword()
        // Creating or reactivating another administrator locks this account too. A separate statement, because
        // the locking one's snapshot does not contain an administrator created while it waited.
        if (!(await isOnlyAdmin(tx)))
          throw conflict('Ask another administrator to change your email address', 'own_account')
        if (emailKey(email) === emailKey(account.email)) throw sameEmail()
        await storeDetails(tx, config, account, { email }, actorOf(request, principal))
        return replaceAllSessions(tx, context, password, principal.account.hasTwoFactor)
      })
      giveSessionCookie(reply, config, cookie)
    } catch (error) {
      if (violatesUnique(error, 'users_email_key')) throw emailTaken()
      throw error
    }
    kickOutbox()
    return findCurrentUser(db, config, principal.account.id)
  },
}

const sameEmail = () =>
  invalid('This is already your email address', { email: 'This is already your email address' })
