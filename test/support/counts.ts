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
  'mails',
]

// Sessions are left out: every use may move their end on. So is when a mail was sent.
const query = tables
  .map((table) => {
    const row = table === 'mails' ? 'id::text' : `${table}::text`
    return `select '${table}' as name, count(*)::text as rows,
      md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as content from ${table}`
  })
  .join(' union all ')

export const fingerprint = (desk: Pick<Desk, 'rows'>) =>
  desk.rows<{ name: string; rows: string; content: string }>(query)
