/** Finds rows of a file that are already on the desk, with a remark on each. */
import { emailKey } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { isOpenInvitation } from '#server/sign-in/invitations.ts'
import { sql } from 'drizzle-orm'

export async function findKnownLoans(
  db: Queryable,
  rows: readonly { title: string; borrowerName: string }[],
): Promise<Map<number, string>> {
  const given = rows.map(({ title, borrowerName }, place) => ({ place, title, borrowerName }))
  const { rows: found } = await db.execute<{ place: number }>(sql`
    select distinct place from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (place int, title text, "borrowerName" text)
    -- As the index of titles has them.
    join loans on lower(loans.title) collate "C" = lower(given.title) collate "C"
      and lower(loans.borrower_name) = lower(given."borrowerName")`)
  return new Map(found.map(({ place }) => [place, 'A loan with this title and borrower exists']))
}

export async function findKnownLenders(
  db: Queryable,
  rows: readonly { email: string }[],
): Promise<Map<number, string>> {
  const addresses = rows.map(({ email }) => emailKey(email))
  const isAsked = sql`lower(email) = any(${sql.param(addresses)}::text[])`
  const { rows: found } = await db.execute<{ address: string; hasAccount: boolean }>(sql`
    select lower(email) as address, true as "hasAccount" from ${users} where ${isAsked}
    union all
    select lower(email), false from ${invitations}
      where ${isAsked} and ${isOpenInvitation}`)
  const said = new Map(
    found.map(({ address, hasAccount }) => [
      address,
      hasAccount ? 'Already has an account' : 'Already has an open invitation',
    ]),
  )
  const known = addresses.flatMap((address, place) => {
    const message = said.get(address)
    return message === undefined ? [] : [[place, message] as const]
  })
  return new Map(known)
}
