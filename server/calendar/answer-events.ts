import { pages } from '#contract/pages.ts'
import { formatPart, type Money, type Percent } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { momentText } from '#server/database/sql/time-texts.ts'
import { isFullySeen } from '#server/loans/loans-seen.ts'
import { sql } from 'drizzle-orm'
import type { CalendarEvent } from './ics.ts'

interface OwedAnswer extends Record<string, unknown> {
  id: string
  loanId: string
  title: string
  respondBy: string
  sequence: number
  /** Null for a question about new terms. */
  added: Percent | null
  addedAmount: Money | null
}

/** Returns the times by which a firm answers its open offers and questions about new terms, of one loan or of all. */
export async function answerEventsOf(
  db: Queryable,
  { firmId, loanId = null }: { firmId: string; loanId?: string | null },
  publicUrl: string,
): Promise<CalendarEvent[]> {
  const { rows } = await db.execute<OwedAnswer>(sql`
    select owed.*, ${loans.id} as "loanId", ${loans.title}
    from (
      select line.id, round.loan_id, ${momentText(sql`round.respond_by`)} as "respondBy", line.added,
        line.added_amount as "addedAmount", extract(epoch from round.respond_by_set_at)::int as sequence
      from allocation_lines line join allocations round on round.id = line.allocation_id
      where line.firm_id = ${firmId}::uuid and line.state = 'offered' and round.state = 'published'
      union all
      select p.id, p.loan_id, ${momentText(sql`p.respond_by`)}, null, null, 1
      from terms_answers a join terms_proposals p on p.id = a.proposal_id
      where a.firm_id = ${firmId}::uuid and a.state = 'asked' and p.state = 'open'
    ) owed join ${loans} on ${loans.id} = owed.loan_id
    where ${isFullySeen({ firmId })} and (${loanId}::uuid is null or ${loans.id} = ${loanId}::uuid)
    order by owed."respondBy", owed.id`)
  return rows.map((owed) => ({
    uid: `${owed.id}-answer`,
    sequence: owed.sequence,
    start: { moment: owed.respondBy },
    summary: `Answer by: ${owed.title}`,
    description:
      owed.added && owed.addedAmount
        ? `Offer of ${formatPart(owed.added, owed.addedAmount)}`
        : 'New terms to confirm or decline',
    url: `${publicUrl}${pages.loan.replace(':id', owed.loanId)}`,
  }))
}
