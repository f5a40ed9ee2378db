/** The first rows of a list that may be long, and its length, counted up to a limit. */
import { maxCounted, maxListed } from '#domain/limits.ts'
import type { Queryable } from '#server/database/client.ts'
import { sql, type SQL } from 'drizzle-orm'

export interface TopItems<Row> {
  items: Row[]
  count: number
}

/** `columns` are the rows' names; `from` is the text after "from". */
export async function findTopItems<Row extends Record<string, unknown>>(
  db: Queryable,
  { columns, from, order }: { columns: SQL; from: SQL; order: SQL },
): Promise<TopItems<Row>> {
  const { rows } = await db.execute<Row & { place: string; count: number }>(sql`
    with found as materialized (
      select ${columns}, row_number() over (order by ${order}) as place
      from ${from} order by ${order} limit ${sql.raw(String(maxCounted))}
    )
    select *, (select count(*)::int from found) as count from found
    where place <= ${sql.raw(String(maxListed))} order by place`)
  return {
    items: rows.map(({ place: _place, count: _count, ...row }) => row as unknown as Row),
    count: rows[0]?.count ?? 0,
  }
}
