/** Detects which secrets a server reads. Each field in a query result identifies its table and column. */
import type { EventEmitter } from 'node:events'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Database } from '#server/database/client.ts'

/** Columns that are read only to verify a password or code, and the calls that may read each of them. */
const readers: Record<string, readonly EndpointName[]> = {
  'users.password': [
    'login',
    'changePassword',
    'changeOwnEmail',
    'startTwoFactor',
    'confirmTwoFactor',
    'renewRecoveryCodes',
    'endTwoFactor',
    'createInstructions',
  ],
  'two_factors.secret': [
    'login',
    'confirmTwoFactor',
    'renewRecoveryCodes',
    'endTwoFactor',
    'createInstructions',
  ],
}

interface RowDescription {
  fields: { tableID: number; columnID: number }[]
}

export interface SecretReads {
  take: () => string[]
  /** Returns secrets that the call shouldn't have read, such as `listUsers read users.password`. */
  takeUnexpected: (call: EndpointName) => string[]
}

export async function watchSecretReads(db: Database): Promise<SecretReads> {
  const { rows } = await db.$client.query<{ place: string; name: string }>(
    `select concat(attrelid::oid, ' ', attnum) as place, concat(attrelid::regclass, '.', attname) as name
     from pg_attribute where concat(attrelid::regclass, '.', attname) = any($1)`,
    [Object.keys(readers)],
  )
  const names = new Map(rows.map(({ place, name }) => [place, name]))
  if (names.size !== Object.keys(readers).length) throw new Error('A secret has another column')
  const read = new Set<string>()
  const watched = new WeakSet<object>()
  db.$client.pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    // The driver's types don't declare `connection`, which emits the description of each result's columns.
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('rowDescription', ({ fields }: RowDescription) => {
      for (const { tableID, columnID } of fields) {
        const name = names.get(`${tableID} ${columnID}`)
        if (name) read.add(name)
      }
    })
  })
  const take = () => {
    const taken = [...read].toSorted()
    read.clear()
    return taken
  }
  return {
    take,
    takeUnexpected: (call) =>
      take()
        .filter((name) => !readers[name]?.includes(call))
        .map((name) => `${call} read ${name}`),
  }
}
