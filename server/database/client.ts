/** The connection pool, and statements that are retried when they lose a race. */
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
import { isRead } from './sql/is-read.ts'
import { named } from './sql/named-statements.ts'
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

/** Without Drizzle's own transactions, which know a pool by its class: `transactions.ts` replaces them. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: DatabasePool }
export type Transaction = NodePgDatabase
/** The pool, or the current transaction. */
export type Queryable = Database | Transaction

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

/** The share of a pool's connections that is kept for reads; the others may serve changes too. */
const shareForReads = 1 / 4
/** Connections that stay open while idle: a new one takes time, and PostgreSQL has to plan each statement for it. */
const keptConnections = 4
/** Covers the wait for a free connection too, which a burst on one loan may make long. */
const connectMs = 5_000

/** Statement timeouts in milliseconds; 0 means none. */
export interface Timeouts {
  /** PostgreSQL cancels a statement that waits longer than this for a lock or a disk. */
  statement_timeout: number
  /** The driver drops a connection that does not answer: a commit can wait for a standby forever. */
  query_timeout: number
}

/** For requests: the caller is waiting, and gets 503 on a timeout. */
const requestTimeouts: Timeouts = { statement_timeout: 5_000, query_timeout: 7_000 }
/** For preparing a database: another process may be doing so, and a migration takes time. */
export const noTimeouts: Timeouts = { statement_timeout: 0, query_timeout: 0 }

export interface PoolOptions extends Partial<Timeouts> {
  /** At most this many connections, at least 3, including the one for the watch. */
  connections?: number
  /** Called when commits start to wait for a standby that is gone, and when it is back. */
  onStandby?: (isAway: boolean) => void
}

/**
 * Opens a pool. `onError` is called for connections that broke while idle; the pool replaces them.
 * With a timeout set, the database is also watched, and calls fail fast when it is silent.
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  options: PoolOptions = {},
): Database {
  const client = new DatabasePool(connection, onError, options)
  // Drizzle uses nothing but a client's `query`, except to make a transaction.
  return Object.assign(drizzle(client as unknown as Pool), { $client: client })
}

/** Connections to a database, opened as they are needed; a share of them is kept for reads. */
export class DatabasePool {
  /** The driver's pool, to count connections. */
  readonly pool: Pool
  readonly #watch: Watch | null
  /** Null if there is one host. */
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
      // Command-line programs copy tables, which pipelined connections can't.
      pipeline: this.#watch !== null,
      ...timeouts,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 30_000,
      min: Math.min(size, keptConnections),
      Client: primary?.clientOf(WatchedClient) ?? WatchedClient,
    })
    this.pool.on('error', onError)
    this.pool.on('connect', (client) => {
      // The pending query rejects by itself; without a listener, the event would end the process.
      client.on('error', () => primary?.lost())
    })
    this.pool.on('acquire', () => this.#watch?.wake())
  }

  /** Whether commits wait for a standby that is gone: no change is sent until it is back. */
  get isStandbyAway(): boolean {
    return this.#standby.isAway
  }

  /** Calls `refuse` with an error whenever commits start to wait for a standby that is gone. */
  onStandbyAway(refuse: (error: Error) => void): void {
    this.#waitingElsewhere.push(refuse)
  }

  /** Sends a single statement. It is retried as a transaction is, and counted if it changes something. */
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
          // An error of the statement itself leaves nothing behind.
          async (_client, error) => !(error instanceof DatabaseError) || losesConnection(error),
        ),
      ),
    )
  }

  /**
   * Gives `act` a connection of the share for changes. If it fails, `isBroken` says whether the
   * connection can't be used again.
   * @throws StandbyAwayError or WriteSlotsBusyError when there is none.
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

  /** Sends a statement that commits; fails if its wait for the standby is canceled. */
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
   * Sends a change that may be lost and sets `synchronous_commit` off by itself, so that it doesn't
   * wait for a standby. It doesn't count as a change of the request.
   */
  queryUnhurried(query: QueryConfig): Promise<QueryResult> {
    return tryAgain(() => this.#read(query))
  }

  /** Logs an error for which no caller waits. */
  report(error: unknown): void {
    if (!this.pool.ending) this.#onError(error instanceof Error ? error : new Error(String(error)))
  }

  /** Sends a statement on any connection. */
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

  /** A connection for several statements; the caller must release it. */
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
      // Left from before the primary changed.
      client.release(true)
    }
  }

  async end(): Promise<void> {
    this.#watch?.end()
    this.#standby.end()
    // The pool doesn't wait until its connections are closed, so a server that stops next may end one first. That is
    // no error to report.
    this.pool.off('error', this.#onError).on('error', () => {})
    await this.pool.end()
  }
}

const retries = 5

/** Runs `act` again when it failed with a serialization failure or deadlock and undid what it had done. */
export async function tryAgain<Result>(act: () => Promise<Result>): Promise<Result> {
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

/** The server's process that serves a connection. */
const backendOf = (client: PoolClient & { processID?: number | null }) => client.processID ?? 0
