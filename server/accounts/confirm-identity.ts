/**
 * Asks a signed-in person once more for the password and, where two-factor sign-in is on, for a code, before an act that
 * someone else could do on an unlocked computer.
 */
import type { Transaction } from '#server/database/client.ts'
import { twoFactors, users } from '#server/database/schema/accounts.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { countCode, takeCode } from '#server/sign-in/two-factor/second-factor.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { requireOwnPassword, wrongCurrentPassword } from './own-account.ts'
import { wrongCode } from './two-factor.ts'

export interface ConfirmedIdentity {
  /** Consumes the code. The account's row must be locked for an update. */
  take: (tx: Transaction) => Promise<void>
  /** Takes back the counted attempt after the transaction. */
  forgive: () => Promise<void>
}

/** @throws {ApiError} 400 at the field of the password or of the code, and 429 after too many attempts. */
export async function confirmIdentity(
  context: Pick<Context<'signedIn'>, 'db' | 'config' | 'principal' | 'request'>,
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<ConfirmedIdentity> {
  const { config, principal } = context
  const { id, email, hasTwoFactor } = principal.account
  const password = await requireOwnPassword(context, currentPassword)
  if (hasTwoFactor && code === undefined) throw missingCode()
  const attempt = hasTwoFactor && code !== undefined ? await countCode(context, email, code) : null
  return {
    async take(tx) {
      // The password or the second factor might have changed since they were checked.
      const isSame = and(eq(users.id, id), eq(users.password, password))
      if ((await tx.$count(users, isSame)) === 0) throw wrongCurrentPassword()
      const isOn = and(eq(twoFactors.userId, id), isNotNull(twoFactors.confirmedAt))
      if ((await tx.$count(twoFactors, isOn)) === 0) return
      if (code === undefined) throw missingCode()
      if (!(await takeCode(tx, config, id, code))) throw wrongCode()
    },
    forgive: async () => attempt?.forgive(),
  }
}

const missingCode = () => invalid('Code is required', { code: 'Code is required' })
