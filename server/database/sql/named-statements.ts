/**
 * Names statements so that PostgreSQL parses and plans each of them once per connection (decision 20). The driver
 * prepares a named statement when a connection first uses it, and later sends only the values.
 */
import type { QueryConfig } from 'pg'

/** The maximum number of names. Each connection keeps a plan for each name. */
const maxNames = 400
/** Limits the memory used for statements that were sent only once. */
const maxSeen = 2_000

/**
 * Utility statements have no plan, and a name can refer to only one statement. Drizzle ends count queries with a
 * semicolon.
 */
const hasPlan = (text: string) => /^\s*(select|insert|update|delete|with)\b[^;]*;?$/i.test(text)

/**
 * Returns a function that names a statement when it is sent for the second time. Otherwise, statements that are never
 * repeated, such as inserts of many rows, would use up the names.
 */
export function nameStatements(max: { names: number; seen: number }) {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size === max.names || !hasPlan(text)) return name
    if (seen.delete(text)) names.set(text, `s${names.size + 1}`)
    else {
      if (seen.size === max.seen) seen.clear()
      seen.add(text)
    }
    return names.get(text)
  }
}

/** All connections of this process share these names. */
const nameOf = nameStatements({ names: maxNames, seen: maxSeen })

/** Adds a name to a query that has none. By default, `values` are the query's own values. */
export function named(query: QueryConfig, values: unknown[] = query.values ?? []): QueryConfig {
  const name = query.name ?? nameOf(query.text)
  return { ...query, values, ...(name !== undefined && { name }) }
}

const changing = /\b(?:insert|update|delete|merge)\b/i

/**
 * Returns true if a statement only reads. A `with` statement can make changes, so it counts as a change if it contains
 * a word such as `insert` or `update`, even in a literal.
 */
export const isRead = (text: string) =>
  /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !changing.test(text))
