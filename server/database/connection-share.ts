/** How many database connections this program may use, and how many each of its processes gets. */
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import type { Database } from './client.ts'

/** Per process, if no setting says otherwise: the pool's connections, and one for the watch. */
export const maxConnections = 17

/** A process that serves needs one for the watch, one that is kept for reads, and two for changes. */
const minConnections = 4
/** The process that starts the workers runs jobs only. */
const jobConnections = 3
/** Left to others, such as a backup or an operator's psql, if no setting says otherwise. */
const spareConnections = 10

export interface ConnectionShare {
  total: number
  /** For each process that serves. */
  each: number
  /** For the process that starts the workers; 0 when there are none. */
  jobs: number
}

/**
 * How many connections the server allows this role on this database; null when it doesn't say. Servers
 * that only speak PostgreSQL's protocol may lack a setting.
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
 * Shares the connections out among the processes.
 * @throws ConfigError when the settings take more than the server allows, or fewer than they need.
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
