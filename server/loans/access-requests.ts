/** SQL that selects requests of firms for access to teasers. */
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql, type SQL } from 'drizzle-orm'

/** The contract's columns of a request. `request` is the alias of the table. */
export const ownRequestColumns = sql`'id', request.id, 'state', request.state, 'message', request.message,
  'answer', request.answer, 'createdAt', ${utcText(sql`request.created_at`)},
  'answeredAt', ${utcText(sql`request.answered_at`)}`

/** Selects the firm's newest request for the loan, or null if it never asked. */
export const newestOwnRequest = ({ firmId, loanId }: { firmId: SQL; loanId: SQL }) => sql`(
  select json_build_object(${ownRequestColumns})
  from access_requests request
  where request.firm_id = ${firmId} and request.loan_id = ${loanId}
  order by request.created_at desc, request.id desc limit 1)`
