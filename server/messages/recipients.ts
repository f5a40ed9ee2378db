/** To whom an administrator can write about a loan. */
import { mostRecipients } from '#contract/messages/recipients.ts'
import type { MessageRecipient } from '#contract/messages/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { contains } from '#server/database/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findSeenLoan } from '#server/loans/read.ts'
import { isReachableLender } from '#server/notices/notify.ts'
import { and, desc, sql } from 'drizzle-orm'

export const recipientHandlers: Pick<Handlers, 'listMessageRecipients'> = {
  async listMessageRecipients(context, { path: { id }, query: { search } }) {
    await findSeenLoan(context, id)
    return listRecipients(context.db, id, search?.split(/\s+/).filter(Boolean) ?? [])
  },
}

/**
 * Approved lenders with an active account, of whose name, company or email address each word is a part. Those who
 * hold a share of the loan come first.
 */
async function listRecipients(
  db: Queryable,
  loanId: string,
  words: readonly string[],
): Promise<MessageRecipient[]> {
  const { firstName, lastName, email, companyName } = users
  // A word has no space, so it matches within one of them.
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
    .limit(mostRecipients)
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    email: row.email,
    companyName: row.companyName,
    isHolder: toFlag(row.isHolder),
  }))
}
