/** To whom an administrator can write about a loan. */
import { mostRecipients } from '#contract/messages/recipients.ts'
import type { MessageRecipient } from '#contract/messages/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { containsHidden } from '#server/database/contains.ts'
import { hidden } from '#server/database/named-statements.ts'
import { users } from '#server/database/schema/accounts.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findSeenLoan } from '#server/loans/read.ts'
import { and, asc, desc, isNull, sql } from 'drizzle-orm'

export const recipientHandlers: Pick<Handlers, 'listMessageRecipients'> = {
  async listMessageRecipients(context, { path: { id }, query: { search } }) {
    await findSeenLoan(context, id)
    return listRecipients(context.db, id, search?.split(/\s+/).filter(Boolean) ?? [])
  },
}

/** Approved lenders with an active account, of whose name, company or email address each word is a part. */
async function listRecipients(
  db: Queryable,
  loanId: string,
  words: readonly string[],
): Promise<MessageRecipient[]> {
  const isHolder = sql<boolean>`${users.id} in (
    select lender_id from commitments where loan_id = ${hidden(loanId)}::uuid and status = 'active')`
  // One comparison is faster than four; a word has no space, so it matches within one of them.
  const { firstName, lastName, email, companyName } = users
  const texts = sql`concat_ws(' ', ${firstName}, ${lastName}, ${email}, ${companyName})`
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      companyName: users.companyName,
      isHolder,
    })
    .from(users)
    .where(
      and(
        sql`${users.isApproved} and not ${users.isAdmin}`,
        isNull(users.deactivatedAt),
        ...words.map((word) => containsHidden(texts, word)),
      ),
    )
    .orderBy(
      desc(isHolder),
      asc(sql`lower(${users.firstName})`),
      asc(sql`lower(${users.lastName})`),
      asc(users.id),
    )
    .limit(mostRecipients)
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    email: row.email,
    companyName: row.companyName,
    isHolder: toFlag(row.isHolder),
  }))
}
