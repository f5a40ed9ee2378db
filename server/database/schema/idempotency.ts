/** The table of Idempotency-Keys. */
import { users } from './accounts.ts'
import { createdAt } from './columns.ts'
import { sql } from 'drizzle-orm'
import { check, index, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The result of the request with a key, from which the same request is answered again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The row of the table of calls. */
    call: text('call').notNull(),
    /** SHA-256 of the request: another one under the same key is refused. Null in rows of earlier releases. */
    requestHash: text('request_hash'),
    /** The result of the call, from which a repeated request is answered. */
    result: json('result').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_user_key').on(table.userId, table.key),
    index('idempotency_keys_created').on(table.createdAt),
    check('idempotency_keys_key_length', sql`length(${table.key}) between 1 and 200`),
  ],
)
