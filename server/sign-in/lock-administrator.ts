/**
 * An administrator's role may end after the guard has let a request through: while it waits for a connection, a
 * lock or a slow body. So each of their changes makes sure of it once more, in its own transaction.
 */
import { transact, type Database, type Transaction } from '#server/database/client.ts'
import { forbidden } from '#server/errors.ts'
import { sql } from 'drizzle-orm'

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
 * Makes the end of an administrator's role wait until the transaction ends, as well as every change of the other
 * people's accounts. All are locked in one order, so that no two transactions wait for each other.
 * @throws {ApiError} 403 when the role has ended.
 */
export async function holdAdministrator(
  tx: Transaction,
  id: string,
  ...others: string[]
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; isAdministrator: boolean }>(sql`
    select id, is_admin and deactivated_at is null as "isAdministrator" from users
    where id = any(${sql.param([id, ...others])}::uuid[]) order by id for share`)
  if (!rows.some((row) => row.id === id && row.isAdministrator)) throw forbidden()
}

/** As `holdAdministrator`, and one after the other: of two such acts of one administrator, the second waits. */
export async function lockAdministrator(tx: Transaction, id: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    select 1 from users where id = ${id} and is_admin and deactivated_at is null
    for no key update`)
  if (rowCount === 0) throw forbidden()
}
