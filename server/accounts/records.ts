/** Records of a person on the desk. An account with records can't be deleted. */
import type { Queryable } from '#server/database/client.ts'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Counts commitments made, recorded, released or acted on for a lender, and messages sent or received by people. Each
 * part is an index-only scan.
 */
const recordsWhere = (isAsked: (person: SQL) => SQL) => sql`(
  select person, sum(records) as records, sum(binding) as binding from (
    select lender_id as person, count(*) as records,
      count(*) filter (where status = 'active' and not is_soft_commit) as binding
      from commitments where ${isAsked(sql`lender_id`)} group by lender_id
    union all ${countedBy(sql`commitments`, sql`recorded_by`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`released_by`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`acted_by`, isAsked)}
    union all ${countedBy(sql`messages`, sql`user_id`, isAsked)}
    union all ${countedBy(sql`messages`, sql`recipient_id`, isAsked)}
  ) as parts group by person) as records`

const countedBy = (table: SQL, person: SQL, isAsked: (person: SQL) => SQL) => sql`
  select ${person}, count(*), 0 from ${table} where ${isAsked(person)} group by ${person}`

export const recordsByPerson = recordsWhere((person) => sql`${person} is not null`)

/** Limited to these people: counting all records takes longer than reading a page. */
export const recordsOf = (ids: readonly string[]) =>
  recordsWhere((person) => sql`${person} = any(${sql.param([...ids])}::uuid[])`)

export async function countRecords(
  db: Queryable,
  id: string,
): Promise<{ records: number; binding: number }> {
  const { rows } = await db.execute<{ records: number; binding: number }>(sql`
    select records::int, binding::int from ${recordsOf([id])}`)
  return rows[0] ?? { records: 0, binding: 0 }
}
