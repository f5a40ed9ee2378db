/**
 * Gives statements names, so that PostgreSQL parses and plans each once for a connection instead of at
 * every call (decision 20). The driver prepares a statement with a name when a connection first sends it,
 * and afterwards sends only its values.
 */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { QueryConfig } from 'pg'

/** A connection keeps the plan of each named statement, so there are at most this many. */
const mostNames = 400
/**
 * Of those with a limit in their text, which a caller chooses: whoever varies it must not take the names of
 * all other statements.
 */
const mostLimited = 100
/** How many texts that were sent once are remembered. */
const mostSeen = 2_000

/** Part of a statement whose best plan depends on its values, as a search's does: it gets no name. */
export const plannedAnew = sql.raw('/* planned anew */')

/**
 * A value that the planner doesn't see. PostgreSQL keeps a statement's plan only if it isn't estimated to be
 * slower than plans for the actual values. Where some values have few rows, it is, although it is the same
 * plan; with their values hidden, all of them are estimated alike.
 */
export const hidden = (value: unknown): SQL => sql`(select ${value})`

/** A list of values as an array, hidden: the planner expects ten rows of it, however many it has. */
export function hiddenList(type: ListType, values: readonly unknown[]): SQL {
  return hidden(sql`${sql.param([...values])}::${sql.raw(type)}[]`)
}
type ListType = 'uuid' | 'text' | 'numeric' | 'boolean'

/** Whether a value is one of these, which is planned alike however many they are. */
export const isOneOf = (
  value: SQLWrapper,
  { type, of }: { type: ListType; of: readonly string[] },
): SQL => sql`${value} = any(${hiddenList(type, of)}::${sql.raw(type)}[])`

/** Whether a column has this id, which is planned alike for every id. */
export const isId = (column: SQLWrapper, id: string): SQL => sql`${column} = ${hidden(id)}::uuid`

/** What has a plan to keep: no utility statement, and no more than one statement. Drizzle ends counts with a semicolon. */
const isPlanned = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b[^;]*;?$/i.test(text) &&
  !text.includes('/* planned anew */')

/**
 * Returns a function that gives each statement's name; undefined for one that is better sent without. A
 * statement gets its name when it is sent the second time: one that is never repeated isn't worth it.
 */
export function nameStatements(prefix: string, most: { names: number; seen: number }) {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= most.names) return name
    if (!seen.has(text)) {
      if (seen.size >= most.seen) seen.clear()
      if (isPlanned(text)) seen.add(text)
      return undefined
    }
    seen.delete(text)
    const given = `${prefix}${names.size + 1}`
    names.set(text, given)
    return given
  }
}

// One set of names for all connections of this process.
const nameOf = nameStatements('s', { names: mostNames, seen: mostSeen })
const nameOfLimited = nameStatements('limited', { names: mostLimited, seen: mostSeen })

/**
 * The same query as it is better sent: with its limit in the text, and with a name. `values` belong to it
 * unless it has values of its own.
 */
export function named(query: QueryConfig, values: unknown[] = query.values ?? []): QueryConfig {
  if (query.name !== undefined || typeof query.text !== 'string') return { ...query, values }
  const sent = withLimitInText(query.text, values)
  const name = (sent.text === query.text ? nameOf : nameOfLimited)(sent.text)
  return { ...query, ...sent, ...(name !== undefined && { name }) }
}

/**
 * As a value, a limit is unknown to a plan that is made once: PostgreSQL then expects a tenth of the table,
 * finds every plan for the actual value cheaper, and plans anew at each call.
 */
function withLimitInText(text: string, values: unknown[]) {
  const limit = values.at(-1)
  const place = ` limit $${values.length}`
  if (!Number.isSafeInteger(limit) || !text.endsWith(place)) return { text, values }
  return {
    text: `${text.slice(0, -place.length)} limit ${String(limit)}`,
    values: values.slice(0, -1),
  }
}
