/** A hash over the tables with people's data, to detect any change. */
import type { Desk } from './desk.ts'

const tables = [
  'users',
  'loans',
  'commitments',
  'idempotency_keys',
  'documents',
  'photos',
  'messages',
  'favorites',
  'saved_filters',
  'notifications',
  'password_resets',
  'two_factors',
  'recovery_codes',
  'mails',
]

/**
 * Tables whose rows change in the background, with the stable part of each row: emails are created and sent after the
 * act, and changes are recorded.
 */
const animationsFinished: Record<string, { row: string; where: string }> = {
  notifications: { row: "concat_ws(' ', id, user_id, is_read, message)", where: 'true' },
  mails: { row: 'id::text', where: 'kind is null' },
  changes: { row: 'id::text', where: "topic not in ('mails', 'audit')" },
}

const queryOf = (names: string[], special = animationsFinished) =>
  `${names
    .map((table) => {
      const { row, where } = special[table] ?? { row: `${table}::text`, where: 'true' }
      return `select '${table}' as name, count(*)::text as rows,
        md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as content
        from ${table} where ${where}`
    })
    .join(' union all ')} order by name`

interface Content {
  name: string
  rows: string
  content: string
}

// Without sessions, because every use may extend their expiry.
const query = queryOf(tables)
export const fingerprint = (desk: Pick<Desk, 'rows'>) => desk.rows<Content>(query)

/** Only a session's id and user, because every use may extend its expiry. */
const sessions = { row: "concat_ws(' ', sid, sess ->> 'userId')", where: 'true' }

/** Fingerprints all tables, including sessions, except the named ones. */
export async function fingerprintBut(desk: Pick<Desk, 'rows'>, left: string[]): Promise<Content[]> {
  const all = await desk.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const names = all.map(({ name }) => name).filter((name) => !left.includes(name))
  return desk.rows<Content>(queryOf(names, { ...animationsFinished, sessions }))
}
