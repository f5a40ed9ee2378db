/**
 * An administrator's role may end after the guard has let a request through: while it waits for a connection, a
 * lock or a slow body. So each of their changes makes sure of it once more, in its own transaction.
 */
import { transact, type Database, type Transaction } from '#server/database/client.ts'
import { forbidden } from '#server/errors.ts'
import { sql, type SQL } from 'drizzle-orm'

/** Whoever makes a change, by the guard. */
interface Caller {
  db: Database
  principal: { account: { id: string } }
}

/**
 * Runs an administrator's change in a transaction. The caller stays an administrator until it ends.
 * @throws {ApiError} 403 when the caller is no administrator any more.
 */
export const transactAsAdministrator = <Result>(
  { db, principal }: Caller,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  transact(db, async (tx) => {
    await holdAdministrator(tx, principal.account.id)
    return change(tx)
  })

/**
 * Whether the role has ended by now. It makes nobody wait, so a change that begins with it still needs
 * `holdAdministrator` before it ends.
 * @throws {ApiError} 403 when it has.
 */
export const requireAdministrator = (tx: Transaction, id: string) => readPeople(tx, sql``, id, [])

/**
 * Makes the end of an administrator's role wait until the transaction ends, as well as every change of the other
 * people's accounts. All are locked in one order, so that no two transactions wait for each other.
 * @throws {ApiError} 403 when the role has ended.
 */
export const holdAdministrator = (tx: Transaction, id: string, ...others: string[]) =>
  readPeople(tx, sql`for share`, id, others)

/**
 * As `holdAdministrator`, and one after the other: of two such acts on one of these people, the second waits. Others
 * may still notify them.
 */
export const lockAdministrator = (tx: Transaction, id: string, ...others: string[]) =>
  readPeople(tx, sql`for no key update`, id, others)

async function readPeople(tx: Transaction, lock: SQL, id: string, others: string[]) {
  const { rows } = await tx.execute<{ id: string; isAdministrator: boolean }>(sql`
    select id, is_admin and deactivated_at is null as "isAdministrator" from users
    where id = any(${sql.param([id, ...others])}::uuid[]) order by id ${lock}`)
  if (!rows.some((row) => row.id === id && row.isAdministrator)) throw forbidden()
}
