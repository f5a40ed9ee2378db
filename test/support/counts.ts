/** Hashes the tables that contain users' data to detect any change. */
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
  'loan_marks',
  'saved_filters',
  'import_profiles',
  'notifications',
  'password_resets',
  'two_factors',
  'recovery_codes',
  'mails',
]

/**
 * Tables that still change after an action, when the server sends emails and records changes. Each entry selects the
 * rows and columns that don't change.
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

// Sessions are excluded, because any request can extend their expiry.
const query = queryOf(tables)
export const fingerprint = (desk: Pick<Desk, 'rows'>) => desk.rows<Content>(query)

/** Only a session's id and user are included, because any request can extend its expiry. */
const sessions = { row: "concat_ws(' ', sid, sess ->> 'userId')", where: 'true' }

/** Returns a hash of each table except those in `left`. Sessions are included. */
export async function fingerprintBut(desk: Pick<Desk, 'rows'>, left: string[]): Promise<Content[]> {
  const all = await desk.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const names = all.map(({ name }) => name).filter((name) => !left.includes(name))
  return desk.rows<Content>(queryOf(names, { ...animationsFinished, sessions }))
}
