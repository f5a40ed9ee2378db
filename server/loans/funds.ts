import { dueOf, refusalOfFunding, totalsOfDue } from '#domain/deal/funding/due.ts'
import type { Money } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import type { LoanRow } from './read-loans.ts'

/**
 * A loan whose book is closed is funded only when the money of every lender has come. The loan must be locked.
 * @throws {ApiError} 409 `funds_missing`.
 */
export async function requireFunds(tx: Queryable, { id, bookStage }: LoanRow): Promise<void> {
  if (bookStage !== 'closed') return
  const { rows } = await tx.execute<{ amount: Money; standing: Money[]; wasFunded: boolean }>(sql`
    select e.amount::text, r.was_funded as "wasFunded", array(
      select f.amount::text from funds_receipts f
      where f.loan_id = r.loan_id and f.firm_id = e.firm_id and f.reversed_at is null) as standing
    from registers r join register_entries e on e.register_id = r.id
    where r.loan_id = ${id}::uuid and r.state = 'current' and not e.is_hold`)
  const dues = rows.map(({ amount, standing, wasFunded }) => dueOf(amount, standing, wasFunded))
  const refusal = refusalOfFunding(totalsOfDue(dues))
  if (refusal) throw conflict(refusal, 'funds_missing')
}
