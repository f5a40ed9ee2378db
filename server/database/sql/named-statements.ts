/**
 * Names statements, so that PostgreSQL parses and plans each once per connection (decision 20). The driver prepares a
 * named statement on first use of a connection and then sends only its values.
 */
import type { QueryConfig } from 'pg'

/** Each connection keeps a plan for each name. */
const maxNames = 400
/** Bounds the memory for texts that were sent once. */
const maxSeen = 2_000

/** Utility statements have no plan, and several statements can't share a name. Drizzle ends counts with a semicolon. */
const hasPlan = (text: string) => /^\s*(select|insert|update|delete|with)\b[^;]*;?$/i.test(text)

/**
 * Returns a function that names a statement when it is sent the second time. Texts that never repeat, such as inserts
 * of many rows, would use up the names.
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

/** Shared by all connections of this process. */
const nameOf = nameStatements({ names: maxNames, seen: maxSeen })

/** Adds a name to a query that has none. `values` apply unless the query has its own. */
export function named(query: QueryConfig, values: unknown[] = query.values ?? []): QueryConfig {
  const name = query.name ?? nameOf(query.text)
  return { ...query, values, ...(name !== undefined && { name }) }
}

const changing = /\b(?:insert|update|delete|merge)\b/i

/**
 * Whether a statement only reads. `with` may precede or contain a change; a read with one of those words, even in a
 * literal, counts as a change.
 */
export const isRead = (text: string) =>
  /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !changing.test(text))
