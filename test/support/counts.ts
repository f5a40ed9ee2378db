/** A fingerprint of everything that people own in the database, to tell whether it changed. */
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
  'notifications',
  'password_resets',
  'two_factors',
  'recovery_codes',
  'mails',
]

/**
 * Rows that change by themselves a while later, and what of them stands still: mails are made of
 * notifications, and sent.
 */
const settled: Record<string, { row: string; where: string }> = {
  notifications: { row: "concat_ws(' ', id, user_id, is_read, message)", where: 'true' },
  mails: { row: 'id::text', where: 'kind is null' },
}

// Sessions are left out: every use may move their end on.
const query = tables
  .map((table) => {
    const { row, where } = settled[table] ?? { row: `${table}::text`, where: 'true' }
    return `select '${table}' as name, count(*)::text as rows,
      md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as content
      from ${table} where ${where}`
  })
  .join(' union all ')

export const fingerprint = (desk: Pick<Desk, 'rows'>) =>
  desk.rows<{ name: string; rows: string; content: string }>(query)
