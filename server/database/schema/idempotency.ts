import { users } from './accounts.ts'
import { createdAt } from './columns.ts'
import { sql } from 'drizzle-orm'
import { check, index, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    call: text('call').notNull(),
    /**
     * SHA-256 of the request. A different request with the same key is rejected. Null in rows from earlier releases.
     */
    requestHash: text('request_hash'),
    result: json('result').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_user_key').on(table.userId, table.key),
    index('idempotency_keys_created').on(table.createdAt),
    check('idempotency_keys_key_length', sql`length(${table.key}) between 1 and 200`),
  ],
)
