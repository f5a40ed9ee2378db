import type { Transaction } from '#server/database/client.ts'
import { forbidden } from '#server/errors.ts'
import { sql } from 'drizzle-orm'

/**
 * Locks the caller's account until the transaction ends, and refuses if it is no administrator's any more: the
 * guard looked before the request waited for locks, or for a slow body.
 */
export async function lockAdministrator(tx: Transaction, id: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    select 1 from users where id = ${id} and is_admin and deactivated_at is null
    for no key update`)
  if (rowCount === 0) throw forbidden()
}
