/** A connection URL for another process. This function isn't in `postgres.ts`, because that file imports Vitest. */
import type { Connection } from '#server/database/client.ts'

export function toDatabaseUrl(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { database, ...rest } = connection
  const query = new URLSearchParams({ ...rest, port: String(rest.port) })
  return `postgres:///${database}?${query}`
}
