/** Past visits, because the product only writes visits and uploads with the current time. */
import { sql } from 'drizzle-orm'
import { onDatabase } from './database.ts'

export const ageByAnHour = (loanId: string) =>
  onDatabase((db) =>
    db.execute(sql`with visits as (
        update loan_visits set opened_at = opened_at - interval '1 hour',
          previous_at = previous_at - interval '1 hour'
        where loan_id = ${loanId})
      update documents set uploaded_at = uploaded_at - interval '1 hour' where loan_id = ${loanId}`),
  )
