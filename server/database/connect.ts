/** The pool of connections, and transactions that are tried again when they lose a race. */
import * as schema from './schema.ts'
import { losesConnection, mayTryAgain } from '#server/errors.ts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'

export type Database = NodePgDatabase<typeof schema> & { $client: Pool }
export type Transaction = NodePgDatabase<typeof schema>
/** What a query needs: the pool, or the transaction that it is part of. */
export type Queryable = Database | Transaction

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

/** How long a statement may take, in milliseconds; 0 is without end. */
export interface Patience {
  /** The server gives a statement up that waits longer for a lock or a disk. */
  statement_timeout: number
  /** The connection is given up that does not answer at all, as when its server is frozen. */
  query_timeout: number
}

/** For requests, whose callers wait: they get 503. */
const requestPatience: Patience = { statement_timeout: 5_000, query_timeout: 7_000 }
/** For preparing a database: another process may be at it, and a migration takes its time. */
export const endlessPatience: Patience = { statement_timeout: 0, query_timeout: 0 }

/** Opens a pool; `onError` hears of connections that broke while idle, which the pool replaces. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  patience = requestPatience,
): Database {
  const pool = new Pool({
    ...connection,
    max: 16,
    application_name: 'paripassu',
    ...patience,
    // Covers the wait for a free connection too, which a burst on one loan may make long.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', onError)
  // The statement under way is told of a break; an event that nobody hears would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return drizzle(pool, { schema })
}

const retries = 5

/** Runs `act` in a transaction; tries again when the database asks for it (40001, 40P01). */
export async function transact<Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, act)
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
    const result = await act(drizzle(client, { schema }))
    await client.query('commit')
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
