/** The pool of connections, and transactions that are tried again when they lose a race. */
import * as schema from './schema.ts'
import { mayTryAgain } from '#server/errors.ts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'

export type Database = NodePgDatabase<typeof schema> & { $client: Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** What a query needs: the pool, or the transaction that it is part of. */
export type Queryable = Database | Transaction

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

/** Opens a pool; `onError` hears of connections that broke while idle, which the pool replaces. */
export function connect(connection: Connection, onError: (error: Error) => void): Database {
  const pool = new Pool({
    ...connection,
    max: 16,
    application_name: 'paripassu',
    // A statement that waits longer than this for a lock or a disk is given up: 503.
    statement_timeout: 10_000,
    // Covers the wait for a free connection too, which a burst on one loan may make long.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', onError)
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
      return await db.transaction(act)
    } catch (error) {
      if (!mayTryAgain(error) || attempt === retries) throw error
      // Losers of a race wait a random while, or they meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
