import type { OwnShare } from '#contract/book/commitments.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { sql, type SQL } from 'drizzle-orm'

const sumOf = (kind: SQL) =>
  sql`coalesce(sum(percentage) filter (where ${kind}), 0)::numeric(30, 2)`

export const sharesOfLender = sql`
  select loan_id as "loanId", ${sumOf(sql`not is_soft_commit`)} as "bindingPercentage",
    ${sumOf(sql`is_soft_commit`)} as "softPercentage"
  from commitments
  where lender_id = ${sql.placeholder('lenderId')}::uuid and status = 'active'
    and loan_id = any(${sql.placeholder('loanIds')}::uuid[])
  group by loan_id`

export const selectShares = prepared<OwnShare, { lenderId: string; loanIds: string[] }>(
  sharesOfLender,
)
