/** The table of secrets that the installation generated. */
import { createdAt } from '#server/database/columns.ts'
import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Secrets that the installation generated and must keep, such as signing keys; read and written by
 * `decryptSecret` and `encryptSecret`.
 */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
})
