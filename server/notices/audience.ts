/** Whom a notification is for. A person's role may end after it was written. */
import { administratorsTypes } from '#domain/notifications/types.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Whether a notification reports lenders' acts to administrators. Lenders get the same types, with a receipt, for
 * their own commitments.
 */
export function isForAdministrators(alias: string): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`(${column('type')} in (${vocabulary(administratorsTypes)}) and ${column('receipt_id')} is null)`
}
