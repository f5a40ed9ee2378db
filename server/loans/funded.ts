/** When a loan was funded. The loan's row doesn't say it; the audit trail does. */
import { utcText } from '#server/http/cursor.ts'
import { sql, type SQL } from 'drizzle-orm'

/** In a query of `loans`: when the loan was last set to funded; null for one that isn't funded now. */
export const fundedAt: SQL<string | null> = sql`(
  select ${utcText(sql`a.at`)} from audit a
  where loans.status = 'funded' and a.loan_id = loans.id
    and a.kind in ('loanCreated', 'loanChanged', 'termsChanged') and a.after ->> 'status' = 'funded'
  order by a.at desc, a.id desc limit 1)`
