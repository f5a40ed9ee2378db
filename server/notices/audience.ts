/** Whom a notification is for: a person's role may end after it was written. */
import { administratorsTypes } from '#domain/notifications/types.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Whether a row of notifications tells administrators of what lenders do. A lender is told of their own commitments
 * by the same types, with a receipt.
 */
export function isForAdministrators(alias: string): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`(${column('type')} in (${vocabulary(administratorsTypes)}) and ${column('receipt_id')} is null)`
}
