import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { accountRoleOf, mustSetUpTwoFactor, needsTwoFactor } from '#domain/access.ts'
import type { Services } from '#server/http/mount.ts'
import type { Queryable } from '#server/database/client.ts'
import { twoFactors, users } from '#server/database/schema/accounts.ts'
import { unauthorized } from '#server/errors.ts'
import { isSettingUp } from '#server/settings/setup.ts'
import { mustAcceptTerms } from '#server/sign-in/accepted-terms.ts'
import type { SignedInAccount } from '#server/sign-in/principal.ts'
import { countRecoveryCodes } from '#server/sign-in/two-factor/second-factor.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { hasOthers, ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { accountColumns, hasEmail, isOnlyAdmin } from './change-account.ts'

export async function toCurrentUser(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: SignedInAccount,
): Promise<CurrentUser> {
  const { firmName, isAlone } = await readFirmOf(db, account)
  return {
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    companyName: account.companyName,
    firmId: account.firmId,
    firmName,
    firmRole: account.firmRole,
    canNameCompany: toFlag(
      accountRoleOf(account) === 'pending' &&
        account.companyName === null &&
        firmName === null &&
        isAlone,
    ),
    profileImageUrl: account.profileImageUrl,
    isAdmin: toFlag(account.isAdmin),
    isApproved: toFlag(account.isApproved),
    notifyByEmail: toFlag(account.notifyByEmail),
    canChangeEmail: toFlag(account.isAdmin && (await isOnlyAdmin(db))),
    hasTwoFactor: toFlag(account.hasTwoFactor),
    recoveryCodesLeft: account.hasTwoFactor ? await countRecoveryCodes(db, account.id) : 0,
    needsTwoFactor: toFlag(needsTwoFactor(account, config.requireAdmin2fa)),
    mustSetUpTwoFactor: toFlag(mustSetUpTwoFactor(account, config.requireAdmin2fa)),
    mustAcceptTerms: toFlag(account.mustAcceptTerms),
    isSettingUp: toFlag(account.isAdmin && (await isSettingUp(db, config, account))),
    createdAt: account.createdAt,
  }
}

async function readFirmOf(db: Queryable, { id, firmId }: Pick<SignedInAccount, 'id' | 'firmId'>) {
  const { rows } = await db.execute<{ firmName: string | null; isAlone: boolean }>(sql`
    select ${ownNameOf(sql`${firmId}::uuid`)} as "firmName",
      not ${hasOthers(sql`${firmId}::uuid`, sql`${id}::uuid`)} as "isAlone"`)
  return rows[0] ?? { firmName: null, isAlone: true }
}

export async function findCurrentUser(
  services: Pick<Services, 'db' | 'config'>,
  id: string,
): Promise<CurrentUser> {
  const [found] = await services.db
    .select(columns)
    .from(users)
    .leftJoin(twoFactors, isFactorInUse)
    .where(eq(users.id, id))
  if (!found) throw unauthorized()
  return toCurrentUser(services, { ...found, createdAt: found.createdAt.toISOString() })
}

export async function findWithPassword(db: Queryable, email: string) {
  const [found] = await db
    .select({ ...columns, password: users.password })
    .from(users)
    .leftJoin(twoFactors, isFactorInUse)
    .where(hasEmail(email))
  return found && { ...found, createdAt: found.createdAt.toISOString() }
}

const columns = {
  ...accountColumns,
  hasTwoFactor: sql<boolean>`${twoFactors.userId} is not null`,
  mustAcceptTerms: sql<boolean>`${sql.raw(mustAcceptTerms('users'))}`,
}
const isFactorInUse = and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt))
