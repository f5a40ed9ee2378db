/**
 * An administrator can lose the role while a request waits for a connection, a lock, or a slow body. Each
 * administrative change therefore checks the role again in its own transaction.
 */
import type { Transaction } from '#server/database/client.ts'
import { forbidden } from '#server/errors.ts'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Checks the role without a lock. A change that starts with this check must call `lockAdministratorShared` before it
 * ends.
 * @throws {ApiError} 403 if the caller is no longer an administrator.
 */
export const checkAdministrator = (tx: Transaction, id: string) => readPeople(tx, sql``, id, [])

/**
 * Locks the accounts of the caller and of other users, always in the same order to avoid deadlocks. Changes to these
 * accounts, including their roles, wait until the transaction ends.
 * @throws {ApiError} 403 if the caller is no longer an administrator.
 */
export const lockAdministratorShared = (tx: Transaction, id: string, ...others: string[]) =>
  readPeople(tx, sql`for share`, id, others)

/**
 * Like `lockAdministratorShared`, but concurrent actions on the same user wait for each other. Other transactions can
 * still notify the locked users.
 */
export const lockAdministrator = (tx: Transaction, id: string, ...others: string[]) =>
  readPeople(tx, sql`for no key update`, id, others)

async function readPeople(tx: Transaction, lock: SQL, id: string, others: string[]) {
  const { rows } = await tx.execute<{ id: string; isAdministrator: boolean }>(sql`
    select id, is_admin and deactivated_at is null as "isAdministrator" from users
    where id = any(${sql.param([id, ...others])}::uuid[]) order by id ${lock}`)
  if (!rows.some((row) => row.id === id && row.isAdministrator)) throw forbidden()
}
