/** SQL that selects a firm's pass on a loan. */
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql, type SQL } from 'drizzle-orm'

interface Own {
  firmId: SQL
  loanId: SQL
}

/** Selects the pass in the format of the API, or null if the firm hasn't passed. */
export const selectPass = ({ firmId, loanId }: Own) => sql`(
  select json_build_object('reason', reason, 'comment', comment, 'createdAt', ${utcText(sql`created_at`)})
  from passes where passes.firm_id = ${firmId} and passes.loan_id = ${loanId})`
