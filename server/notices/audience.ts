/** Whom a notification is for: a person's role may end after it was written. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * Whether a row of notifications tells administrators of what lenders do. A lender is told of their own commitments
 * by the same types, which then bring a receipt.
 */
export function isForAdministrators(alias: string): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`(${column('type')} in ('registration', 'commitmentMade', 'question', 'loanFullyCommitted')
    or (${column('type')} in ('commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding')
      and ${column('receipt_id')} is null))`
}
