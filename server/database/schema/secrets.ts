/** The tables of secrets that the installation generated. */
import { createdAt, time } from './columns.ts'
import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Secrets that the installation generated and must keep, such as signing keys; read and written by
 * `decryptSecret` and `encryptSecret`.
 */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
})

/** The keys that receipts are signed with (decision 24). Only one at a time signs; the others still verify. */
export const receiptKeys = pgTable(
  'receipt_keys',
  {
    /** The thumbprint of the public key (RFC 7638). */
    id: text('id').primaryKey(),
    /** Both as a JWK has them, in base64url. The private one is a secret, and gone once it was replaced. */
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
