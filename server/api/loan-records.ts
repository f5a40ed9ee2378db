/** What goes on record when a loan is changed or deleted. */
import type { Loan } from '#contract/loans.ts'
import { record, type Doer } from '#server/audit.ts'
import type { Queryable } from '#server/database/connect.ts'
import { sql } from 'drizzle-orm'
import { amountsOf } from './commitment-records.ts'
import { changedFields, fieldsOf } from './loans.ts'
import type { Moved } from './positions.ts'

/**
 * Records what a save changed, if anything: as a change of terms when it moved them, and then with
 * the amounts of the soft commitments that followed.
 */
export async function recordChange(
  tx: Queryable,
  doer: Doer,
  { before, now }: { before: Loan; now: Loan },
  moved: Moved | undefined,
): Promise<void> {
  const fields = changedFields(before, now)
  if (fields.length === 0) return
  const soft = moved && moved.size > 0 ? amountsOf(moved) : null
  await record(tx, doer, {
    kind: moved ? 'termsChanged' : 'loanChanged',
    loan: now,
    before: { ...fieldsOf(before, fields), ...(soft && { softAmounts: soft.before }) },
    after: { ...fieldsOf(now, fields), ...(soft && { softAmounts: soft.after }) },
  })
}

/** Records a loan that is about to go, with all that goes with it. */
export async function recordDeletion(tx: Queryable, doer: Doer, loan: Loan): Promise<void> {
  const { rows } = await tx.execute(sql`
    select
      coalesce((select json_agg(line order by c.created_at, c.id)
        from commitments c join users u on u.id = c.lender_id,
          json_build_object('id', c.id, 'lender', concat_ws(' ', u.first_name, u.last_name),
            'lenderId', u.id, 'kind', case when c.is_soft_commit then 'soft' else 'binding' end,
            'percentage', c.percentage::text, 'amount', c.amount::text, 'status', c.status) line
        where c.loan_id = l.id), '[]') as "commitments",
      coalesce((select json_agg(filename order by uploaded_at, id)
        from documents where loan_id = l.id), '[]') as "documents",
      coalesce((select json_agg(filename order by uploaded_at, id)
        from photos where loan_id = l.id), '[]') as "photos",
      (select count(*)::int from messages where loan_id = l.id) as "messages"
    from loans l where l.id = ${loan.id}`)
  const { committedPercentage, softPercentage, committedAmount } = loan
  const figures = { committedPercentage, softPercentage, committedAmount }
  await record(tx, doer, {
    kind: 'loanDeleted',
    loan,
    before: { ...fieldsOf(loan), ...figures, ...rows[0] },
  })
}
