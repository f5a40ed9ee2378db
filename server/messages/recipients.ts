/** To whom an administrator can write about a loan. */
import { mostRecipients } from '#contract/messages/recipients.ts'
import type { MessageRecipient } from '#contract/messages/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { containsHidden, mayContainHidden } from '#server/database/contains.ts'
import { isFirstMatch } from '#server/database/first-matches.ts'
import { searchedOfUser, users } from '#server/database/schema/accounts.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findSeenLoan } from '#server/loans/read.ts'
import { isReachableLender } from '#server/notices/notify.ts'
import { and, sql, type SQL } from 'drizzle-orm'

export const recipientHandlers: Pick<Handlers, 'listMessageRecipients'> = {
  async listMessageRecipients(context, { path: { id }, query: { search } }) {
    await findSeenLoan(context, id)
    return listRecipients(context.db, id, search?.split(/\s+/).filter(Boolean) ?? [])
  },
}

interface Row extends Omit<MessageRecipient, 'name' | 'isHolder'> {
  firstName: string
  lastName: string
  isHolder: boolean
}

/** As the index `users_lenders_by_name` has it. */
const byName = sql`lower(${users.firstName}), lower(${users.lastName}), ${users.id}`
const mayBeAddressed = isReachableLender('users')

/** Of more holders, the first by name are soon met in the order of the index, faster than all are looked up. */
const mostLookedUp = sql.raw('500')

/**
 * Approved lenders with an active account, of whose name, company or email address each word is a part.
 * Those who hold a share of the loan come first, and are looked up by themselves, unless they are many: the others
 * are read in the order of an index, as many as are missing.
 */
async function listRecipients(
  db: Queryable,
  loanId: string,
  words: readonly string[],
): Promise<MessageRecipient[]> {
  // One comparison is faster than four; a word has no space, so it matches within one of them.
  const { firstName, lastName, email, companyName } = users
  const texts = sql`concat_ws(' ', ${firstName}, ${lastName}, ${email}, ${companyName})`
  const contains = and(...words.map((word) => containsHidden(texts, word)))
  const mayContain = and(...words.map((word) => mayContainHidden(searchedOfUser(users), word)))
  const isOther = sql`${users.id} not in (select id from holders)`
  const [limit, most] = [mostRecipients, sql.raw(String(mostRecipients))]
  const besides = sql`${mayBeAddressed} and ${isOther}`
  const { id, createdAt } = users
  const isListed =
    contains && mayContain
      ? isFirstMatch({
          table: sql`${users}`,
          id,
          createdAt,
          inOrder: byName,
          contains,
          mayContain,
          besides,
          limit,
        })
      : besides
  const columns = sql`${users.id}, ${email}, ${companyName}, ${firstName}, ${lastName}`
  const holders = (condition: SQL) => sql`
    (select ${columns}, true as "isHolder" from ${users}
      where ${mayBeAddressed} and ${condition} order by ${byName} limit ${most})`
  const isHolder = sql`${users.id} in (select id from holders)`
  const count = sql`(select count(*) from holders)`
  // "is true" keeps PostgreSQL from looking them up after all.
  const listedHolders = contains
    ? holders(sql`${isHolder} and ${contains}`)
    : sql`${holders(sql`${count} <= ${mostLookedUp} and ${isHolder}`)}
      union all ${holders(sql`${count} > ${mostLookedUp} and (${isHolder}) is true`)}`
  const { rows } = await db.execute<{ [Name in keyof Row]: Row[Name] }>(sql`
    with holders as materialized (
      select distinct lender_id as id from commitments
      where loan_id = ${loanId} and status = 'active'
    )
    select id, email, company_name as "companyName", first_name as "firstName", last_name as "lastName",
      "isHolder" from (
      ${listedHolders}
      union all
      (select ${columns}, false as "isHolder" from ${users} where ${isListed}
        order by ${byName} limit ${most})
    ) as users order by "isHolder" desc, ${byName} limit ${most}`)
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    email: row.email,
    companyName: row.companyName,
    isHolder: toFlag(row.isHolder),
  }))
}
