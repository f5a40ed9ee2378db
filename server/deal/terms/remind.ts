/** Reminds lenders who haven't answered, a day before their time is over. */
import { noticeOfReminder } from '#domain/book/deal/terms-notices.ts'
import { byTheProgram } from '#server/audit/record.ts'
import { writeEffects } from '#server/change/effects.ts'
import type { Database } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { sql } from 'drizzle-orm'

/** Nobody is reminded who was asked less than a day before. */
export const remindOfTerms = (db: Database): Promise<void> =>
  transact(db, async (tx) => {
    const { rows } = await tx.execute<{ loanId: string; title: string; firms: string[] }>(sql`
      with due as (
        update terms_proposals set reminded_at = now()
        where state = 'open' and reminded_at is null and respond_by > now()
          and respond_by <= now() + interval '24 hours'
          and respond_by > created_at + interval '24 hours'
        returning id, loan_id
      )
      select due.loan_id as "loanId", loans.title, array_agg(a.firm_id)::text[] as firms
      from due join loans on loans.id = due.loan_id
        join terms_answers a on a.proposal_id = due.id and a.state = 'asked'
      where exists (select from commitments c where c.loan_id = due.loan_id
        and c.firm_id = a.firm_id and c.status = 'active' and not c.is_soft_commit)
      group by due.loan_id, loans.title`)
    const notices = rows.map(({ loanId: id, title, firms }) =>
      noticeOfReminder({ id, title }, firms),
    )
    await writeEffects(tx, byTheProgram, { notices })
  })
