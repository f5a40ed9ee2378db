import { losesConnection } from '#server/errors.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig } from 'pg'
import { tryAgain, type Database, type Transaction } from './client.ts'
import { named } from './sql/named-statements.ts'
import { sendChange } from './outcome.ts'

/** Runs `act` in a transaction. Retries on a serialization failure or deadlock (40001, 40P01). */
export const transact = <Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> => tryAgain(() => transactOnce(db, act))

/**
 * Runs `act` in a transaction without retries. Drizzle's own transactions leak a connection if `begin` fails, and
 * return an unresponsive connection to the pool.
 */
export const transactOnce = <Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  onConnection(db, async (client, tx) => {
    await client.query('begin')
    const result = await act(tx)
    await commit(db, client)
    return result
  })

interface ActSteps<Locked, Result> {
  lock: (tx: Transaction) => Promise<Locked>
  /** Decides what to write, based on the rows read. `write` sends the last statement. */
  decide: (tx: Transaction, locked: Locked) => Promise<{ result: Result; write: LastWrite | null }>
}
type LastWrite = (tx: Transaction) => Promise<void>

/**
 * Runs a transaction like `transact`, but in two round trips: BEGIN is sent with the lock, and COMMIT with the last
 * write. If the write fails, PostgreSQL responds to COMMIT by rolling back.
 */
export const transactAct = <Locked, Result>(
  db: Database,
  { lock, decide }: ActSteps<Locked, Result>,
): Promise<Result> =>
  tryAgain(() =>
    onConnection(db, async (client, tx) => {
      const [, locked] = await together(client, () =>
        Promise.all([client.query('begin'), lock(tx)]),
      )
      const { result, write } = await decide(tx, locked)
      await commit(db, client, () => write?.(tx))
      return result
    }),
  )

const onConnection = <Result>(
  db: Database,
  run: (client: PoolClient, tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  db.$client.change(
    (client) => run(client, drizzle(withNames(client))),
    // If the rollback fails, the connection is unresponsive. Closing it rolls back the transaction.
    async (client, error) => losesConnection(error) || !(await rollBack(client)),
  )

function together<Result>(client: PoolClient, send: () => Result): Result {
  const { stream } = client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

async function commit(
  db: Database,
  client: PoolClient,
  write: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const { command } = await sendChange(() =>
    db.$client.commitOn(client, async () => {
      const [written, committed] = await together(client, () =>
        Promise.allSettled([write(), client.query('commit')]),
      )
      if (written.status === 'rejected') throw written.reason
      if (committed.status === 'rejected') throw committed.reason
      return committed.value
    }),
  )
  // PostgreSQL responds to COMMIT with ROLLBACK if a statement in the transaction failed.
  if (command === 'ROLLBACK') throw new Error('A failed transaction was to be committed')
}

export const readSnapshot = <Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  tryAgain(async () => {
    const client = await db.$client.connect()
    let isBroken = true
    try {
      await client.query('begin isolation level repeatable read, read only')
      const result = await act(drizzle(withNames(client)))
      isBroken = false
      return result
    } catch (error) {
      isBroken = losesConnection(error)
      throw error
    } finally {
      client.release(isBroken || !(await rollBack(client)))
    }
  })

const withNames = (client: PoolClient) =>
  ({
    query: (query: QueryConfig, values?: unknown[]) => client.query(named(query, values)),
  }) as PoolClient

const rollBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
