import type { NewEntry } from '#domain/audit/entries.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import { amountsOf } from '#domain/book/act-entries.ts'
import type { AmountChanges } from '#domain/book/sums.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'
import type { LoanRow } from './read-loans.ts'

export const fieldsOf = (loan: LoanRow, fields: readonly LoanField[] = loanFieldNames) =>
  Object.fromEntries(fields.map((field) => [field, loan[field]]))

export const changedFields = (before: LoanRow, after: LoanRow) =>
  loanFieldNames.filter((field) => before[field] !== after[field])

export function entryOfChange(
  { before, now }: { before: LoanRow; now: LoanRow },
  softChanges: AmountChanges | undefined,
  bindingChanges: AmountChanges = new Map(),
): NewEntry {
  const fields = changedFields(before, now)
  const soft = softChanges && softChanges.size > 0 ? amountsOf(softChanges) : null
  const binding = bindingChanges.size > 0 ? amountsOf(bindingChanges) : null
  // The version numbers let callers with an older version find all later changes.
  const recorded = (loan: LoanRow, at: 'before' | 'after') => ({
    ...fieldsOf(loan, fields),
    ...(soft && { softAmounts: soft[at] }),
    ...(binding && { bindingAmounts: binding[at] }),
    version: loan.version,
  })
  return {
    kind: softChanges ? 'termsChanged' : 'loanChanged',
    loan: now,
    before: recorded(before, 'before'),
    after: recorded(now, 'after'),
  }
}

export async function entryOfDeletion(tx: Queryable, loan: LoanRow): Promise<NewEntry> {
  const { rows } = await tx.execute(sql`
    select
      coalesce((select json_agg(line order by c.created_at, c.id)
        from commitments c join users u on u.id = c.lender_id,
          json_build_object('id', c.id, 'lender', ${fullNameOf('u')},
            'lenderId', u.id, 'firmId', c.firm_id, 'kind', case when c.is_soft_commit then 'soft' else 'binding' end,
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
  return { kind: 'loanDeleted', loan, before: { ...fieldsOf(loan), ...figures, ...rows[0] } }
}
