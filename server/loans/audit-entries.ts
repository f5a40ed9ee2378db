/** Audit entries for changed and deleted loans. */
import type { Loan } from '#contract/loans/shapes.ts'
import type { AmountChanges } from '#domain/book/sums.ts'
import type { Money } from '#domain/money.ts'
import { record, type Actor } from '#server/audit/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'
import { amountsOf } from '#server/book/audit-entries.ts'
import { changedFields, fieldsOf } from './calls.ts'

/**
 * Audits what a save changed, if anything: as a change of terms if it changed them, then with
 * the amounts of the soft commitments that followed.
 */
export async function recordChange(
  tx: Queryable,
  actor: Actor,
  { before, now }: { before: Loan; now: Loan },
  softChanges: AmountChanges | undefined,
): Promise<void> {
  const fields = changedFields(before, now)
  if (fields.length === 0) return
  const soft = softChanges && softChanges.size > 0 ? amountsOf(softChanges) : null
  // By the versions, whoever is refused for an older one learns what changed since.
  const recorded = (loan: Loan, softAmounts?: Record<string, Money>) => ({
    ...fieldsOf(loan, fields),
    ...(softAmounts && { softAmounts }),
    version: loan.version,
  })
  await record(tx, actor, {
    kind: softChanges ? 'termsChanged' : 'loanChanged',
    loan: now,
    before: recorded(before, soft?.before),
    after: recorded(now, soft?.after),
  })
}

/** Audits a loan about to be deleted, with everything deleted with it. */
export async function recordDeletion(tx: Queryable, actor: Actor, loan: Loan): Promise<void> {
  const { rows } = await tx.execute(sql`
    select
      coalesce((select json_agg(line order by c.created_at, c.id)
        from commitments c join users u on u.id = c.lender_id,
          json_build_object('id', c.id, 'lender', ${fullNameOf('u')},
            'lenderId', u.id, 'kind', case when c.is_soft_commit then 'soft' else 'binding' end,
            'percentage', c.percentage::text, 'amount', c.amount::text, 'status', c.status) line
        where c.loan_id = l.id), '[]') as "commitments",
      coalesce((select json_agg(filename order by uploaded_at, id)
        from documents where loan_id = l.id), '[]') as "documents",
      coalesce((select json_agg(filename order by uploaded_at, id)
        from photos where loan_id = l.id), '[]') as "photos",
      (select count(*)::int from messages where loan_id = l.id) as "messages"
    from loans l where l.id = ${loan.id}`)
  const { committedPercentage, softPercentage, committedAmount, version } = loan
  const figures = { committedPercentage, softPercentage, committedAmount, version }
  await record(tx, actor, {
    kind: 'loanDeleted',
    loan,
    before: { ...fieldsOf(loan), ...figures, ...rows[0] },
  })
}
