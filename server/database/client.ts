/** The pool of connections, and transactions that are tried again when they lose a race. */
import { losesConnection, mayTryAgain } from '#server/errors.ts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { sendChange } from './outcome.ts'
import { watchDatabase } from './watch.ts'

export type Database = NodePgDatabase & { $client: Pool }
export type Transaction = NodePgDatabase
/** What a query needs: the pool, or the transaction that it is part of. */
export type Queryable = Database | Transaction

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

const poolSize = 16
/** Of one process: its pool, and the connection of its watch. */
export const mostConnections = poolSize + 1

/** How long a statement may take, in milliseconds; 0 is without end. */
export interface Patience {
  /** The server gives a statement up that waits longer for a lock or a disk. */
  statement_timeout: number
  /** The connection is given up that does not answer: a commit may wait for a standby without end. */
  query_timeout: number
}

/** For requests, whose callers wait: they get 503. */
const requestPatience: Patience = { statement_timeout: 5_000, query_timeout: 7_000 }
/** For preparing a database: another process may be at it, and a migration takes its time. */
export const noTimeouts: Patience = { statement_timeout: 0, query_timeout: 0 }

/**
 * Opens a pool; `onError` hears of connections that broke while idle, which the pool replaces. Those
 * whose patience ends have the database watched too, and are not left waiting when it is silent.
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
    // Covers the wait for a free connection too, which a burst on one loan may make long.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(watch && { stream: watch.open, Client: watch.Client }),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // The statement under way is told of a break; an event that nobody hears would end the process.
    client.on('error', () => {})
  })
  pool.on('acquire', () => watch?.wake())
  const end = pool.end.bind(pool)
  const query = pool.query.bind(pool) as Send
  pool.end = async () => {
    watch?.end()
    // The pool does not wait until its connections are closed. A server that stops next may end one
    // before it has read the farewell: no break that anybody has to know of.
    pool.off('error', onError).on('error', () => {})
    await end()
  }
  // The driver's types are overloads for callbacks too, which nobody here uses.
  pool.query = sendSingle(query) as Pool['query']
  return drizzle(pool)
}

type Send = (query: string | { text: string }, values?: unknown[]) => Promise<QueryResult>

/** Statements on their own: each is tried again as a transaction is, and known as a change if it is one. */
const sendSingle =
  (send: Send): Send =>
  (query, values) => {
    const isRead = /^\s*select\b/i.test(typeof query === 'string' ? query : query.text)
    const once = () => send(query, values)
    return tryAgain(isRead ? once : () => sendChange(once))
  }

const retries = 5

/** Runs `act` in a transaction; tries again when the database asks for it (40001, 40P01). */
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
      // Losers of a race wait a random while, or they meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/**
 * One transaction on a connection of its own. Drizzle's keeps a connection for ever whose `begin`
 * failed, and hands one that hangs back to the pool.
 */
async function runOnce<Result>(db: Database, act: (tx: Transaction) => Promise<Result>) {
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    const result = await act(drizzle(client))
    const { command } = await sendChange(() => client.query('commit'))
    // The database's answer to the commit of a transaction in which a statement had failed.
    if (command === 'ROLLBACK') throw new Error('A failed transaction was to be committed')
    client.release()
    return result
  } catch (error) {
    // A connection that does not answer is not asked to roll back: closing it does.
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
