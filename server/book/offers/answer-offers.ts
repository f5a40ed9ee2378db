import type { AnsweredOffer } from '#domain/book/deal/answered-offer.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import type { Queryable } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'
import { entryOfAllocation, recordAllocation } from './allocation-record.ts'

const columns = sql`"offerId" uuid, state text, "answeredBy" uuid, at timestamptz, how text,
  reason text, "receiptId" uuid`

/**
 * Stores answers to offers of locked loans, and ends the rounds of which they are the last ones. Returns the entries of
 * these ends.
 */
export async function answerOffers(
  tx: Queryable,
  answers: readonly AnsweredOffer[] = [],
): Promise<NewEntry[]> {
  const [first] = answers
  if (!first) return []
  const { rows } = await tx.execute<{ id: string; loanId: string; title: string }>(sql`
    select distinct a.id, a.loan_id as "loanId", loans.title
    from allocation_lines l join allocations a on a.id = l.allocation_id join loans on loans.id = a.loan_id
    where l.id = any(${sql.param(answers.map(({ offerId }) => offerId))}::uuid[])`)
  const entries: NewEntry[] = []
  // A firm has offers on a few loans, even when its last account is closed.
  for (const { id, loanId, title } of rows) {
    const before = await recordAllocation(tx, id)
    await storeAnswers(tx, id, answers)
    if (!(await endIfAnswered(tx, id, first.at))) continue
    const after = await recordAllocation(tx, id)
    entries.push(entryOfAllocation('allocationEnded', { id: loanId, title }, id, { before, after }))
  }
  return entries
}

const storeAnswers = (tx: Queryable, allocationId: string, answers: readonly AnsweredOffer[]) =>
  tx.execute(sql`
    update allocation_lines l set state = answer.state, answered_at = answer.at,
      answered_by = answer."answeredBy", answered_how = answer.how,
      decline_reason = answer.reason, receipt_id = answer."receiptId"
    from json_to_recordset(${JSON.stringify(answers)}::json) as answer (${columns})
    where l.id = answer."offerId" and l.allocation_id = ${allocationId}::uuid and l.state = 'offered'`)

async function endIfAnswered(tx: Queryable, allocationId: string, at: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with ended as (
      update allocations a set state = 'ended', ended_at = ${at}::timestamptz
      where a.id = ${allocationId}::uuid and a.state = 'published'
        and not exists (select from allocation_lines l where l.allocation_id = a.id and l.state = 'offered')
      returning a.loan_id
    )
    update loans set book_stage = 'open' from ended where loans.id = ended.loan_id`)
  return (rowCount ?? 0) > 0
}
