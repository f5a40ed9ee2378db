/** The table of what the installation generated for itself. */
import { createdAt } from '#server/database/columns.ts'
import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What the installation generated for itself and must keep, such as signing keys; read and written by
 * `decryptSecret` and `encryptSecret`.
 */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
})
