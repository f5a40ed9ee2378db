import { sql, type SQLWrapper } from 'drizzle-orm'

/** Formats a time in ISO 8601, in UTC. The microseconds let a cursor identify exactly one position. */
export const utcText = (column: SQLWrapper) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Formats a time in ISO 8601, in UTC, with milliseconds, as browsers do. */
export const momentText = (column: SQLWrapper) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Formats a date as "2026-03-31", regardless of the database's DateStyle. */
export const dayText = (column: SQLWrapper) => sql<string | null>`to_char(${column}, 'YYYY-MM-DD')`
