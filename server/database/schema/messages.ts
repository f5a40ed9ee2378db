import { users } from './accounts.ts'
import { firms } from './firms.ts'
import { createdAt } from './columns.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The lender to whom an administrator replied, or null for a lender's question or an announcement. */
    recipientId: uuid('recipient_id').references(() => users.id),
    /** The firm of the lender who asks or is addressed. The originator's firm for an announcement. */
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    message: text('message').notNull(),
    fromAdmin: boolean('from_admin').notNull(),
    /** True if an administrator has written to the lender since the lender asked this question. */
    isAnswered: boolean('is_answered').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_loan').on(table.loanId, table.createdAt, table.id),
    index('messages_user').on(table.userId),
    index('messages_firm').on(table.firmId),
    index('messages_asked')
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id, table.isAnswered)
      .where(sql`not from_admin`),
    index('messages_recipient').on(table.recipientId),
    index('messages_unanswered')
      .on(table.createdAt, table.id)
      .where(sql`not from_admin and not is_answered`),
    check('messages_length', sql`length(${table.message}) between 1 and 5000`),
    check('messages_only_admins_address', sql`${table.fromAdmin} or ${table.recipientId} is null`),
  ],
)
