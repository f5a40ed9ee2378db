/** The money that lenders of closed loans owe after they got the instructions. */
import { momentText } from '#server/database/sql/time-texts.ts'
import { sql, type SQL } from 'drizzle-orm'

/** One row for each line of a current register, with the moment by which it is due. */
export const duesOf = (condition: SQL) => sql`(
  select r.loan_id, e.firm_id, i.due_at, e.amount - coalesce((
      select sum(f.amount) from funds_receipts f
      where f.loan_id = r.loan_id and f.firm_id = e.firm_id and f.reversed_at is null), 0) as outstanding
  from registers r join register_entries e on e.register_id = r.id
    join funding_instructions i on i.loan_id = r.loan_id and i.state = 'sent'
  where r.state = 'current' and not r.was_funded and not e.is_hold and ${condition}
) dues`

/** The missing money of the loan in the row, as JSON, or null. */
export const missingMoneyOfLoan = sql`(
  select json_build_object('amount', sum(outstanding)::numeric(30, 2)::text, 'lenders', count(*)::int,
    'dueAt', ${momentText(sql`min(due_at)`)})
  from ${duesOf(sql`r.loan_id = loans.id`)} where outstanding > 0 having count(*) > 0)`
