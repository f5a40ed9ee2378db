/** Who may hold a position on a loan: one rule for everything that creates, changes or binds one. */
import type { Queryable } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { awaitingApproval, conflict, notFound, unauthorized } from '#server/errors.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Party } from './notices.ts'

/**
 * The rows of those in an array of ids whose account is approved and active. The lock makes withdrawing the
 * approval, or deactivating the account, wait until this transaction ends.
 */
export const eligibleLenders = (ids: SQL) => sql`
  select id, first_name as "firstName", last_name as "lastName" from users
  where id = any(${ids}) and is_approved and deactivated_at is null
  for share`

/** Returns the lender, eligible or not, who stays so until the transaction ends: to end what they hold. */
export async function lockLender(db: Queryable, id: string): Promise<Party> {
  const [lender] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  if (!lender) throw notFound('The lender')
  return lender
}

/**
 * Returns the lender if eligible to hold a position, which stays true until the transaction ends. For
 * their own position, callers get the guard's refusals: they lost access after passing the guard.
 */
export async function requireEligibleLender(
  db: Queryable,
  id: string,
  callerId: string,
): Promise<Party> {
  const { rows } = await db.execute<{ [Name in keyof Party]: Party[Name] }>(
    eligibleLenders(sql`array[${id}::uuid]`),
  )
  const [lender] = rows
  if (lender) return lender
  const [account] = await db
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, id))
  const isActive = account && !account.deactivatedAt
  if (id === callerId) throw isActive ? awaitingApproval() : unauthorized()
  if (!account) throw notFound('The lender')
  throw isActive
    ? conflict("This lender's account awaits approval", 'not_approved')
    : conflict("This lender's account is deactivated", 'not_active')
}
