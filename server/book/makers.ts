import type { Lender } from '#domain/book/act-entries.ts'
import type { Line } from '#domain/book/lines.ts'
import type { Queryable } from '#server/database/client.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'

/** The persons who made the commitments, each with the own name of the firm that holds them. */
export async function readMakers(
  tx: Queryable,
  lines: readonly Pick<Line, 'lenderId' | 'firmId'>[],
): Promise<(line: Pick<Line, 'lenderId' | 'firmId'>) => Lender> {
  const people = [...new Set(lines.map(({ lenderId }) => lenderId))]
  const firms = [...new Set(lines.map(({ firmId }) => firmId))]
  const { rows } = await tx.execute<Lender & Record<string, unknown>>(sql`
    select id, first_name as "firstName", last_name as "lastName", company_name as "companyName",
      firm_id as "firmId" from users where id = any(${sql.param(people)}::uuid[])`)
  const { rows: named } = await tx.execute<{ id: string; name: string | null }>(sql`
    select f.id, ${ownNameOf(sql`f.id`)} as name from firms f where f.id = any(${sql.param(firms)}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return ({ lenderId, firmId }) => {
    const maker = byId.get(lenderId)
    if (!maker) throw new Error(`The person ${lenderId} made a commitment and doesn't exist`)
    return { ...maker, firmId, firmName: names.get(firmId) ?? null }
  }
}
