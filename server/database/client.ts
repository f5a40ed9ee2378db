/** The connection pool, and statements that are retried after a conflict. */
import { isReadOnly, losesConnection, mayTryAgain } from '#server/errors.ts'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  Client,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg'
import { splitHosts } from './hosts.ts'
import { isRead, named } from '#server/database/sql/named-statements.ts'
import { maxConnections } from './connection-share.ts'
import { sendChange } from './outcome.ts'
import { PrimaryFinder } from './primary.ts'
import {
  isCanceledWait,
  type ServerNotice,
  StandbyAwayError,
  StandbyWatch,
  UnconfirmedCommitError,
} from './standby.ts'
import { watchDatabase, type Watch } from './watch.ts'
import { WriteSlots } from './write-slots.ts'

/**
 * Excludes Drizzle's own transactions, because `transactions.ts` replaces them. Drizzle recognizes a pool by its class.
 */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: DatabasePool }
export type Transaction = NodePgDatabase
export type Queryable = Database | Transaction

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

/** The fraction of the pool's connections reserved for reads. The others can also be used for changes. */
const shareForReads = 1 / 4
/**
 * The number of idle connections kept open, because a new connection takes time and must plan every statement again.
 */
const keptConnections = 4
/**
 * The time limit for getting a connection. It includes the wait for a free connection, which can be long during a burst
 * of requests for one loan.
 */
const connectMs = 5_000

export interface Timeouts {
  /** PostgreSQL cancels a statement that waits longer than this for a lock or for the disk. */
  statement_timeout: number
  /** The driver drops a connection that doesn't respond, because a commit can wait for a standby forever. */
  query_timeout: number
}

/** Time limits for requests. If one is exceeded, the caller gets 503. */
const requestTimeouts: Timeouts = { statement_timeout: 5_000, query_timeout: 7_000 }
/**
 * Turns off time limits while the database is prepared. Waiting for another process or running migrations can take a
 * long time.
 */
export const noTimeouts: Timeouts = { statement_timeout: 0, query_timeout: 0 }

export interface PoolOptions extends Partial<Timeouts> {
  /** Maximum number of connections, at least 3, including one that monitors the database. */
  connections?: number
  /** Called when commits start to wait for a missing standby, and again when the standby is back. */
  onStandby?: (isAway: boolean) => void
}

/**
 * Opens a pool. `onError` receives errors of idle connections, which the pool replaces. If a timeout is set, the
 * database is also monitored, and calls fail immediately while it is unresponsive.
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  options: PoolOptions = {},
): Database {
  const client = new DatabasePool(connection, onError, options)
  // Drizzle uses only a client's `query`, except when it starts a transaction.
  return Object.assign(drizzle(client as unknown as Pool), { $client: client })
}

export class DatabasePool {
  readonly pool: Pool
  readonly #watch: Watch | null
  readonly #primary: PrimaryFinder | null
  readonly #standby: StandbyWatch
  readonly #writeSlots: WriteSlots
  readonly #waitingElsewhere: ((error: Error) => void)[] = []
  readonly #onError: (error: Error) => void

  constructor(
    connection: Connection,
    onError: (error: Error) => void,
    { connections = maxConnections, onStandby = () => {}, ...given }: PoolOptions,
  ) {
    const settings = { ...connection, application_name: 'paripassu' }
    const timeouts = { ...requestTimeouts, ...given }
    const size = connections - 1
    const hosts = 'connectionString' in connection ? splitHosts(connection.connectionString) : []
    const primary = hosts.length > 1 ? new PrimaryFinder(hosts, settings) : null
    this.#primary = primary
    this.#onError = onError
    this.#standby = new StandbyWatch((isAway) => {
      if (isAway) {
        this.#writeSlots.refuseWaiting(new StandbyAwayError())
        for (const refuse of this.#waitingElsewhere) refuse(new StandbyAwayError())
      }
      onStandby(isAway)
    })
    this.#watch =
      timeouts.query_timeout === 0
        ? null
        : watchDatabase({
            locate: () => primary?.locate() ?? settings,
            isAsked: () => this.pool.totalCount > this.pool.idleCount || this.#standby.isAway,
            onSilence: (error) => {
              primary?.lost()
              onError(error)
            },
            standby: this.#standby,
          })
    this.#writeSlots = this.#watch
      ? new WriteSlots(size - Math.max(1, Math.floor(size * shareForReads)), connectMs)
      : new WriteSlots(Infinity, 0)
    const WatchedClient = this.#watch?.Client ?? Client
    this.pool = new Pool({
      ...settings,
      max: size,
      // Command-line programs copy tables with COPY, which doesn't work on a pipelined connection.
      pipeline: this.#watch !== null,
      ...timeouts,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 30_000,
      min: Math.min(size, keptConnections),
      Client: primary?.clientOf(WatchedClient) ?? WatchedClient,
    })
    this.pool.on('error', onError)
    this.pool.on('connect', (client) => {
      // The pending query rejects on its own. Without a listener, the `error` event would crash the process.
      client.on('error', () => primary?.lost())
    })
    this.pool.on('acquire', () => this.#watch?.wake())
  }

  /** True while commits wait for a missing standby. No change is sent until the standby is back. */
  get isStandbyAway(): boolean {
    return this.#standby.isAway
  }

  /** Calls `refuse` with an error whenever commits start to wait for a missing standby. */
  onStandbyAway(refuse: (error: Error) => void): void {
    this.#waitingElsewhere.push(refuse)
  }

  /** Sends a single statement. It is retried like a transaction, and counted if it changes data. */
  query<Row extends QueryResultRow = QueryResultRow>(
    query: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const config = typeof query === 'string' ? { text: query } : query
    const sent = named(config, values)
    if (isRead(config.text)) return tryAgain(() => this.#read<Row>(sent))
    return tryAgain(() =>
      sendChange(() =>
        this.change(
          (client) => this.commitOn(client, () => client.query<Row>(sent)),
          // An error in the statement itself leaves the connection usable.
          async (_client, error) => !(error instanceof DatabaseError) || losesConnection(error),
        ),
      ),
    )
  }

  /**
   * Calls `act` with one of the connections for changes. If `act` fails, `isBroken` says whether the connection is
   * unusable.
   * @throws {StandbyAwayError | WriteSlotsBusyError} if no connection is available.
   */
  async change<Result>(
    act: (client: PoolClient) => Promise<Result>,
    isBroken: (client: PoolClient, error: unknown) => Promise<boolean>,
  ): Promise<Result> {
    if (this.#standby.isAway) throw new StandbyAwayError()
    await this.#writeSlots.enter()
    const client = await this.connect().catch((error: unknown) => {
      this.#writeSlots.leave()
      throw error
    })
    const giveBack = (broken: boolean) => {
      client.release(broken)
      this.#writeSlots.leave()
    }
    try {
      const result = await act(client)
      giveBack(false)
      return result
    } catch (error) {
      if (isReadOnly(error)) this.#primary?.lost()
      if (await isBroken(client, error))
        this.#standby.holdWhileWaiting(backendOf(client), () => giveBack(true))
      else giveBack(false)
      throw error
    }
  }

  /** Sends a statement that commits. Fails if the wait for the standby is canceled. */
  async commitOn<Result>(client: PoolClient, send: () => Promise<Result>): Promise<Result> {
    const answered = this.#standby.begin()
    const canceled: ServerNotice[] = []
    const listen = (notice: ServerNotice) => {
      if (isCanceledWait(notice)) canceled.push(notice)
    }
    client.on('notice', listen)
    try {
      const result = await send()
      if (canceled[0]) throw new UnconfirmedCommitError(canceled[0].message)
      return result
    } finally {
      client.off('notice', listen)
      answered()
    }
  }

  /**
   * Sends a change that doesn't have to be durable. The statement itself turns `synchronous_commit` off, so it doesn't
   * wait for a standby. It doesn't count as a change made by the request.
   */
  queryUnhurried(query: QueryConfig): Promise<QueryResult> {
    return tryAgain(() => this.#read(query))
  }

  report(error: unknown): void {
    if (!this.pool.ending) this.#onError(error instanceof Error ? error : new Error(String(error)))
  }

  async #read<Row extends QueryResultRow>(query: QueryConfig) {
    if (!this.#primary) return this.pool.query<Row>(query)
    const client = await this.connect()
    let isBroken = true
    try {
      const result = await client.query<Row>(query)
      isBroken = false
      return result
    } finally {
      client.release(isBroken)
    }
  }

  /** A connection for several statements. The caller must release it. */
  async connect(): Promise<PoolClient> {
    const primary = this.#primary
    if (!primary) return this.pool.connect()
    for (;;) {
      await primary.find()
      const client = await this.pool.connect().catch((error: unknown) => {
        primary.lost()
        throw error
      })
      if (primary.isPrimary(client)) return client
      // Connections opened before the primary changed are closed.
      client.release(true)
    }
  }

  async end(): Promise<void> {
    this.#watch?.end()
    this.#standby.end()
    // The pool doesn't wait for its connections to close, so errors from a server that stops before they close are
    // ignored.
    this.pool.off('error', this.#onError).on('error', () => {})
    await this.pool.end()
  }
}

const retries = 5

/** Retries `act` after a serialization failure or deadlock. `act` must have rolled back its changes. */
export async function tryAgain<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (!mayTryAgain(error) || attempt === retries) throw error
      // The waiting time is random so that two conflicting transactions don't conflict again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

const backendOf = (client: PoolClient & { processID?: number | null }) => client.processID ?? 0
