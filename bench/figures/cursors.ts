/** Cursors of the list of loans. */
import type { Desk } from '#bench/place.ts'

/** The cursors after some of the loans, newest first; a cursor in the form that `Link` headers have. */
export async function cursorsOf({ client }: Desk, from: number, count: number): Promise<string[]> {
  const { rows } = await client.query<{ cursor: string }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '|' || id as cursor
     from loans order by created_at desc, id desc offset $1 limit $2`,
    [from, count],
  )
  return rows.map(({ cursor }) => Buffer.from(cursor).toString('base64url'))
}
