import type { NewEntry } from '#domain/audit/entries.ts'
import type { Queryable } from '#server/database/client.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'

export type RecordedAllocation = Record<string, unknown>

/** The content of an allocation for the audit trail, with all lines, so that the record alone explains each share. */
export async function recordAllocation(
  tx: Queryable,
  allocationId: string,
): Promise<RecordedAllocation> {
  const { rows } = await tx.execute<{ recorded: RecordedAllocation }>(sql`
    select json_strip_nulls(json_build_object(
      'round', a.number::text, 'state', a.state, 'order', a.order_kind, 'upTo', a.order_up_to::text,
      'before', ${momentText(sql`a.order_before`)}, 'hold', a.hold::text,
      'holdShare', a.hold_share::text, 'holdAmount', a.hold_amount::text,
      'shareStep', a.share_step::text, 'minShare', a.min_share::text, 'maxShare', a.max_share::text,
      'respondBy', ${momentText(sql`a.respond_by`)}, 'note', a.note,
      'lines', coalesce((
        select json_agg(json_strip_nulls(json_build_object(
          'firmId', l.firm_id, 'firm', ${displayNameOf(sql`l.firm_id`)}, 'bound', l.bound::text,
          'asks', l.asks::text, 'since', ${utcText(sql`l.since`)}, 'tier', l.tier::text,
          'pinned', l.pinned::text, 'fixed', l.fixed::text, 'reason', l.reason,
          'share', l.share::text, 'amount', l.amount::text, 'added', l.added::text, 'how', l.how,
          'state', l.state, 'answeredHow', l.answered_how, 'declineReason', l.decline_reason))
          order by l.place)
        from allocation_lines l where l.allocation_id = a.id), '[]'::json))) as recorded
    from allocations a where a.id = ${allocationId}::uuid`)
  const [row] = rows
  if (!row) throw new Error('The allocation was locked in this transaction')
  return row.recorded
}

export const entryOfAllocation = (
  kind: NewEntry['kind'],
  loan: { id: string; title: string },
  allocationId: string,
  recorded: Pick<NewEntry, 'before' | 'after'>,
): NewEntry => ({
  kind,
  loan: { id: loan.id, title: loan.title },
  object: { id: allocationId },
  ...recorded,
})
