/** The connection pool, and transactions that are retried when they lose a race. */
import { losesConnection, mayTryAgain } from '#server/errors.ts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { sendChange } from './outcome.ts'
import { watchDatabase } from './watch.ts'

export type Database = NodePgDatabase & { $client: Pool }
export type Transaction = NodePgDatabase
/** What a query runs on: the pool, or the current transaction. */
export type Queryable = Database | Transaction

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

const poolSize = 16
/** Per process: the pool's connections, and one for the watch. */
export const mostConnections = poolSize + 1

/** Statement timeouts in milliseconds; 0 means none. */
export interface Patience {
  /** PostgreSQL cancels a statement that waits longer than this for a lock or a disk. */
  statement_timeout: number
  /** The driver drops a connection that does not answer: a commit can wait for a standby forever. */
  query_timeout: number
}

/** For requests: the caller is waiting, and gets 503 on a timeout. */
const requestPatience: Patience = { statement_timeout: 5_000, query_timeout: 7_000 }
/** For preparing a database: another process may be doing so, and a migration takes time. */
export const noTimeouts: Patience = { statement_timeout: 0, query_timeout: 0 }

/**
 * Opens a pool. `onError` is called for connections that broke while idle; the pool replaces them.
 * With a timeout set, the database is also watched, and calls fail fast when it is silent.
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  patience = requestPatience,
): Database {
  const settings = { ...connection, application_name: 'paripassu' }
  const watch =
    patience.query_timeout === 0
      ? null
      : watchDatabase({
          connection: settings,
          isAsked: () => pool.totalCount > pool.idleCount,
          onSilence: onError,
        })
  const pool: Pool = new Pool({
    ...settings,
    max: poolSize,
    ...patience,
    // Includes the wait for a free connection, which can be long when many commit to one loan.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(watch && { stream: watch.open, Client: watch.Client }),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // The running statement fails by itself; an `error` event without a listener would end the process.
    client.on('error', () => {})
  })
  pool.on('acquire', () => watch?.wake())
  const end = pool.end.bind(pool)
  const query = pool.query.bind(pool) as Send
  pool.end = async () => {
    watch?.end()
    // `pool.end` does not wait until its connections are closed. If the server stops next, it may end
    // one before it has read the termination message; that error is harmless.
    pool.off('error', onError).on('error', () => {})
    await end()
  }
  // The driver's types also have callback overloads, which nothing here uses.
  pool.query = sendSingle(query) as Pool['query']
  return drizzle(pool)
}

type Send = (query: string | { text: string }, values?: unknown[]) => Promise<QueryResult>

/** Single statements: retried like a transaction, and counted as a change if they are one. */
const sendSingle =
  (send: Send): Send =>
  (query, values) => {
    const isRead = /^\s*select\b/i.test(typeof query === 'string' ? query : query.text)
    const once = () => send(query, values)
    return tryAgain(isRead ? once : () => sendChange(once))
  }

const retries = 5

/** Runs `act` in a transaction; retries on a serialization failure or deadlock (40001, 40P01). */
export const transact = <Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> => tryAgain(() => runOnce(db, act))

async function tryAgain<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (!mayTryAgain(error) || attempt === retries) throw error
      // A random delay, so that two transactions that collided don't collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/**
 * One transaction on its own connection. Drizzle's `transaction` leaks a connection whose `begin`
 * failed, and returns a hung one to the pool.
 */
async function runOnce<Result>(db: Database, act: (tx: Transaction) => Promise<Result>) {
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    const result = await act(drizzle(client))
    const { command } = await sendChange(() => client.query('commit'))
    // PostgreSQL answers COMMIT with ROLLBACK when a statement of the transaction failed.
    if (command === 'ROLLBACK') throw new Error('A failed transaction was to be committed')
    client.release()
    return result
  } catch (error) {
    // A connection that does not answer is closed instead: closing it rolls back.
    const isBroken = losesConnection(error) || !(await rollBack(client))
    client.release(isBroken)
    throw error
  }
}

const rollBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
