/** SQL that selects a lender's pass on a loan, and SQL that checks whether the lender holds a share of the loan. */
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql, type SQL } from 'drizzle-orm'

interface Own {
  lenderId: SQL
  loanId: SQL
}

/** Selects the pass in the format of the API, or null if the lender hasn't passed. */
export const selectPass = ({ lenderId, loanId }: Own) => sql`(
  select json_build_object('reason', reason, 'comment', comment, 'createdAt', ${utcText(sql`created_at`)})
  from passes where passes.lender_id = ${lenderId} and passes.loan_id = ${loanId})`

export const holdsShare = ({ lenderId, loanId }: Own) => sql`exists (
  select from commitments own
  where own.lender_id = ${lenderId} and own.loan_id = ${loanId} and own.status = 'active')`
