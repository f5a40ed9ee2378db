/** Recipients of administrators' messages about a loan. */
import { maxRecipients } from '#domain/limits.ts'
import type { MessageRecipient } from '#contract/messages/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { contains } from '#server/database/sql/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import { approvedLenders, followersOf, isReachableLender } from '#server/notices/notify.ts'
import { and, desc, sql, type SQL } from 'drizzle-orm'

/**
 * Active, approved lenders. Each word must match part of the name, company or email address. Holders of the loan are
 * listed first.
 */
export async function listRecipients(
  db: Queryable,
  loanId: string,
  words: readonly string[],
): Promise<MessageRecipient[]> {
  const { firstName, lastName, email, companyName } = users
  // A word has no space, so it matches within a single column.
  const texts = sql`concat_ws(' ', ${firstName}, ${lastName}, ${email}, ${companyName})`
  const isHolder = sql<boolean>`${users.id} in (
    select lender_id from commitments where loan_id = ${loanId}::uuid and status = 'active')`
  const rows = await db
    .select({
      id: users.id,
      email,
      companyName,
      firstName,
      lastName,
      isHolder: isHolder.as('isHolder'),
    })
    .from(users)
    .where(and(isReachableLender('users'), ...words.map((word) => contains(texts, word))))
    .orderBy(desc(sql`"isHolder"`), sql`lower(${firstName})`, sql`lower(${lastName})`, users.id)
    .limit(maxRecipients)
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    email: row.email,
    companyName: row.companyName,
    isHolder: toFlag(row.isHolder),
  }))
}

export async function countAudience(db: Queryable, loanId: string) {
  const countOf = (condition: SQL) =>
    sql`(select count(*)::int from users u where u.deactivated_at is null and ${condition})`
  const { rows } = await db.execute<{ readers: number; notified: number }>(sql`
    select ${countOf(approvedLenders)} as readers, ${countOf(followersOf(loanId))} as notified`)
  return rows[0] ?? { readers: 0, notified: 0 }
}
