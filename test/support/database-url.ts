/** A connection for another process. It is apart from `postgres.ts`, because that imports Vitest. */
import type { Connection } from '#server/database/client.ts'

/** The connection as a DATABASE_URL, including a socket's folder. */
export function toDatabaseUrl(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { database, ...rest } = connection
  const query = new URLSearchParams({ ...rest, port: String(rest.port) })
  return `postgres:///${database}?${query}`
}
