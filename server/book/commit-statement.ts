/**
 * A binding commitment as one statement, for all that leave something of the loan: one round trip, and
 * the loan's row locked no longer than it takes (decision 4).
 */
import { statusFilters } from '#domain/loans/statuses.ts'
import type { Money, Percent } from '#domain/money.ts'
import { auditInsert, type Actor, type NewEntry } from '#server/audit/record.ts'
import { changesInsert } from '#server/changes/record.ts'
import type { Database } from '#server/database/client.ts'
import { keyInsert, type RequestKey } from '#server/http/idempotency-keys.ts'
import { noticesInsert } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'
import { eligibleLender } from './lenders.ts'
import type { AddressedNotice } from './notices.ts'

/** A commitment as it is inserted. */
export interface NewCommitmentRow {
  id: string
  loanId: string
  lenderId: string
  /** The administrator who records it on the lender's behalf. */
  recordedBy: string | null
  isSoftCommit: boolean
  percentage: Percent
  amount: Money
  /** The terms that it is made on. */
  loanAmount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/** Who acts, what goes on record, and who is told. */
interface Effects {
  actor: Actor
  entry: NewEntry
  notices: readonly AddressedNotice[]
}

/**
 * Adds a binding commitment if the loan still is as it was read: same terms, not funded, more room than
 * the share; and if the lender still may hold one. The guard of the update decides: what it did not
 * update is not inserted, put on record, or told. False when it did nothing.
 */
export async function commitInOneStatement(
  db: Database,
  row: NewCommitmentRow,
  key: RequestKey | null,
  { actor, entry, notices }: Effects,
): Promise<boolean> {
  const statuses = sql.join(
    statusFilters.open.map((status) => sql`${status}`),
    sql`, `,
  )
  const isMade = sql`exists (select 1 from made)`
  const keyed = key ? sql`, keyed as (${keyInsert(key, sql`made.id`, sql`from made`)})` : sql``
  const recorded = auditInsert('recorded', actor, entry, isMade)
  const changed = changesInsert('changed', [{ topic: 'book', subject: row.loanId }], isMade)
  const told = notices.map(
    ({ to, notice }, index) => sql`, ${noticesInsert(`told_${index}`, to, notice, isMade)}`,
  )
  const result = await db.execute(sql`
    with lender as (${eligibleLender(row.lenderId)}), guarded as (
      update loans set
        committed_percentage = committed_percentage + ${row.percentage}::numeric,
        committed_amount = committed_amount + ${row.amount}::numeric
      where id = ${row.loanId}::uuid
        and exists (select 1 from lender)
        and status in (${statuses})
        and amount = ${row.loanAmount}::numeric
        and interest_rate = ${row.interestRate}::numeric
        and term = ${row.term}::integer
        and committed_percentage + ${row.percentage}::numeric < 100
      returning id
    ), made as (
      insert into commitments
        (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount, interest_rate,
          term, recorded_by)
      select ${row.id}::uuid, guarded.id, ${row.lenderId}::uuid, ${row.percentage}::numeric,
        ${row.amount}::numeric, false, ${row.loanAmount}::numeric, ${row.interestRate}::numeric,
        ${row.term}::integer, ${row.recordedBy}::uuid
      from guarded
      returning id
    )${keyed}, ${recorded}, ${changed}${sql.join(told, sql``)}
    select id from made`)
  return result.rows.length > 0
}
