/**
 * Audits a right password without a second-factor code: a possible stolen password. Every honest sign-in passes
 * through that state, so the entry is written only once the throttle's window has passed without a sign-in.
 */
import { recordPast } from '#server/audit/record.ts'
import type { Database } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { throttleLimits } from '#server/sign-in/throttle.ts'
import { sql } from 'drizzle-orm'

const maxAttempts = 500

const accountOfUser = sql`encode(sha256(convert_to(lower(users.email), 'UTF8')), 'hex')`

interface Unfinished extends Record<string, unknown> {
  id: string
  firstName: string
  lastName: string
  address: string
  since: string
}

/** Writes one audit entry per account and address. Deletes the attempts, so that no other process records them. */
export async function recordUnfinishedSignIns(db: Database): Promise<void> {
  const span = `${throttleLimits.codeMissing.windowMinutes} minutes`
  await transact(db, async (tx) => {
    const { rows } = await tx.execute<Unfinished>(sql`
      with ended as (
        delete from attempts where id in (
          select id from attempts
          where kind = 'codeMissing' and created_at <= now() - ${span}::interval
          order by created_at limit ${maxAttempts}
          for update skip locked)
        returning account, address, created_at
      )
      select users.id, first_name as "firstName", last_name as "lastName", address,
        to_char(min(ended.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
      from ended join users on ${accountOfUser} = ended.account
      group by users.id, address`)
    await recordPast(
      tx,
      rows.map(({ address, since, ...person }) => ({
        actor: { account: null, address, requestId: null },
        entry: {
          kind: 'signInFailed',
          person,
          after: { reason: 'codeMissing', passwordGivenAt: since },
        },
      })),
    )
  })
}
