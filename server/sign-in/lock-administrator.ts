/**
 * An administrator's role may end after the guard has let a request through: while it waits for a connection, a
 * lock or a slow body. So each of their changes checks the role once more, in its own transaction.
 */
import type { Transaction } from '#server/database/client.ts'
import { forbidden } from '#server/errors.ts'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Checks the role without a lock: a change that begins with it still needs `lockAdministratorShared` before it ends.
 * @throws {ApiError} 403 when the role has ended.
 */
export const checkAdministrator = (tx: Transaction, id: string) => readPeople(tx, sql``, id, [])

/**
 * Locks the administrator's account and other people's: the end of the role, and every change of these accounts, waits
 * until the transaction ends. All are locked in one order, so that no two transactions wait for each other.
 * @throws {ApiError} 403 when the role has ended.
 */
export const lockAdministratorShared = (tx: Transaction, id: string, ...others: string[]) =>
  readPeople(tx, sql`for share`, id, others)

/**
 * Locks as `lockAdministratorShared` does, and of two such acts on one of these people, the second waits. Others may
 * still notify them.
 */
export const lockAdministrator = (tx: Transaction, id: string, ...others: string[]) =>
  readPeople(tx, sql`for no key update`, id, others)

async function readPeople(tx: Transaction, lock: SQL, id: string, others: string[]) {
  const { rows } = await tx.execute<{ id: string; isAdministrator: boolean }>(sql`
    select id, is_admin and deactivated_at is null as "isAdministrator" from users
    where id = any(${sql.param([id, ...others])}::uuid[]) order by id ${lock}`)
  if (!rows.some((row) => row.id === id && row.isAdministrator)) throw forbidden()
}
