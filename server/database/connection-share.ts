import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import type { Database } from './client.ts'

/** The default for each process: the pool's connections, plus one that monitors the database. */
export const maxConnections = 17

/**
 * A process that handles requests needs one connection for monitoring the database, one for reads, and two for changes.
 */
const minConnections = 4
/** The process that starts the workers runs only jobs. */
const jobConnections = 3
/** The default number of connections that remain for other clients, such as a backup or an operator's psql. */
const spareConnections = 10

export interface ConnectionShare {
  total: number
  each: number
  jobs: number
}

/**
 * The number of connections to this database that this role can open, or null if unknown. Servers that only implement
 * PostgreSQL's protocol might not have these settings.
 */
export async function readConnectionLimit(db: Database): Promise<number | null> {
  const { rows } = await db.$client.query<{ server: number; role: number; database: number }>(`
    select current_setting('max_connections', true)::bigint::float
        - coalesce(current_setting('superuser_reserved_connections', true), '0')::integer
        - coalesce(current_setting('reserved_connections', true), '0')::integer as server,
      (select rolconnlimit from pg_roles where rolname = current_user) as role,
      (select datconnlimit from pg_database where datname = current_database()) as database`)
  const limits = Object.values(rows[0] ?? {}).filter((limit) => limit !== null && limit > 0)
  return limits.length > 0 ? Math.min(...limits) : null
}

/**
 * Divides the connections among the processes.
 * @throws {ConfigError} if the settings exceed the server's limit or are too low.
 */
export function shareConnections(
  { workers, databaseConnections: given }: Pick<Config, 'workers' | 'databaseConnections'>,
  allowed: number | null,
): ConnectionShare {
  const jobs = workers > 1 ? jobConnections : 0
  const min = workers * minConnections + jobs
  const server = `the database allows ${allowed} (max_connections without those reserved, or a limit of the role)`
  if (given !== null && given < min)
    throw new ConfigError(
      `DATABASE_CONNECTIONS is ${given}; with WORKERS=${workers} it takes at least ${min}`,
    )
  if (allowed !== null && given !== null && given > allowed)
    throw new ConfigError(
      `DATABASE_CONNECTIONS is ${given}, but ${server}; it takes at most ${allowed} unless you raise that`,
    )
  if (allowed !== null && min > allowed)
    throw new ConfigError(
      `WORKERS is ${workers}, which takes at least ${min} database connections, but ${server}; lower WORKERS, or raise that`,
    )
  const wanted = workers * maxConnections + jobs
  const room = allowed === null ? wanted : Math.max(min, allowed - spareConnections)
  const each = Math.floor(((given ?? Math.min(wanted, room)) - jobs) / workers)
  return { total: each * workers + jobs, each, jobs }
}
