/** The connection pool, and transactions that are retried when they lose a race. */
import { losesConnection, mayTryAgain } from '#server/errors.ts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'
import { named } from './named-statements.ts'
import { sendChange } from './outcome.ts'
import { watchDatabase, type Watch } from './watch.ts'

/** Drizzle's own transactions are left out: they know a pool by its class; `transact` does it here. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: DatabasePool }
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
  const client = new DatabasePool(connection, onError, patience)
  // Of a client, Drizzle uses `query` alone, unless it is to make a transaction.
  return Object.assign(drizzle(client as unknown as Pool), { $client: client })
}

/** Up to `poolSize` connections to a database, opened as they are needed. */
export class DatabasePool {
  /** The driver's own, for whoever counts connections. */
  readonly pool: Pool
  readonly #watch: Watch | null
  readonly #onError: (error: Error) => void

  constructor(connection: Connection, onError: (error: Error) => void, patience: Patience) {
    const settings = { ...connection, application_name: 'paripassu' }
    this.#onError = onError
    this.#watch =
      patience.query_timeout === 0
        ? null
        : watchDatabase({
            connection: settings,
            isAsked: () => this.pool.totalCount > this.pool.idleCount,
            onSilence: onError,
          })
    this.pool = new Pool({
      ...settings,
      max: poolSize,
      ...patience,
      // Covers the wait for a free connection too, which a burst on one loan may make long.
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      ...(this.#watch && { Client: this.#watch.Client }),
    })
    this.pool.on('error', onError)
    this.pool.on('connect', (client) => {
      // The statement under way is told of a break; an event that nobody hears would end the process.
      client.on('error', () => {})
    })
    this.pool.on('acquire', () => this.#watch?.wake())
  }

  /** Sends a statement on its own: tried again as a transaction is, and known as a change if it is one. */
  query<Row extends QueryResultRow = QueryResultRow>(
    query: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const config = typeof query === 'string' ? { text: query } : query
    const isRead = /^\s*select\b/i.test(config.text)
    const sent = named(config)
    const once = () => this.pool.query<Row>(sent, values)
    return tryAgain(isRead ? once : () => sendChange(once))
  }

  /**
   * Sends a change that may be lost and sets `synchronous_commit` off by itself, so that it doesn't
   * wait for a standby. It is no change of the request that it was started by.
   */
  queryUnhurried(query: QueryConfig): Promise<QueryResult> {
    return tryAgain(() => this.pool.query(query))
  }

  /** Tells the operator of an error that nobody waits for. */
  report(error: unknown): void {
    if (!this.pool.ending) this.#onError(error instanceof Error ? error : new Error(String(error)))
  }

  /** A connection for several statements; whoever has it must release it. */
  connect(): Promise<PoolClient> {
    return this.pool.connect()
  }

  async end(): Promise<void> {
    this.#watch?.end()
    // The pool does not wait until its connections are closed. A server that stops next may end one
    // before it has read the farewell: no break that anybody has to know of.
    this.pool.off('error', this.#onError).on('error', () => {})
    await this.pool.end()
  }
}

const retries = 5

/** Runs `act` in a transaction; retries on a serialization failure or deadlock (40001, 40P01). */
export const transact = <Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> => tryAgain(() => transactOnce(db, act))

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
 * Runs `act` in a transaction, and only once. It has a connection of its own. Drizzle's keeps a
 * connection for ever whose `begin` failed, and hands one that hangs back to the pool.
 */
export async function transactOnce<Result>(
  db: Database,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    const result = await act(drizzle(withNames(client)))
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

/** The same connection for Drizzle, which uses its `query` alone, with names for statements. */
const withNames = (client: PoolClient) =>
  ({
    query: (query: QueryConfig, values?: unknown[]) => client.query(named(query), values),
  }) as PoolClient

const rollBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
