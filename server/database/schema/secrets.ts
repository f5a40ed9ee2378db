import { createdAt, time } from './columns.ts'
import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Secrets that the installation generated and must keep, such as signing keys. Use `decryptSecret` and `encryptSecret`
 * to read and write them.
 */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
})

/** Keys for signing receipts (decision 24). Only one key signs at a time. The other keys verify older receipts. */
export const receiptKeys = pgTable(
  'receipt_keys',
  {
    id: text('id').primaryKey(),
    /** Both keys are in base64url, as in a JWK. The private key is secret, and is deleted when the key is replaced. */
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key'),
    createdAt: createdAt(),
    replacedAt: time('replaced_at'),
  },
  (table) => [
    uniqueIndex('receipt_keys_one_signs')
      .on(sql`(replaced_at is null)`)
      .where(sql`replaced_at is null`),
    check(
      'receipt_keys_private_until_replaced',
      sql`(${table.privateKey} is null) = (${table.replacedAt} is not null)`,
    ),
  ],
)
