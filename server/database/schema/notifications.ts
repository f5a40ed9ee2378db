/** The tables of notifications and of the emails made of them. */
import { notificationTypes } from '#domain/notifications/types.ts'
import { users } from './accounts.ts'
import { createdAt, time, vocabulary } from '#server/database/columns.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    /** Whose notification it is: one row for each recipient, so that reading is personal. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: notificationTypes }).notNull(),
    relatedLoanId: uuid('related_loan_id').references(() => loans.id, { onDelete: 'set null' }),
    relatedUserId: uuid('related_user_id').references(() => users.id, { onDelete: 'set null' }),
    message: text('message').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    /** When it was put into a mail, or left out of all because the person wants none. */
    mailHandledAt: time('mail_handled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('notifications_unmailed')
      .on(table.userId, table.type, table.createdAt)
      .where(sql`mail_handled_at is null`),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`not is_read`),
    check('notifications_type_known', sql`${table.type} in (${vocabulary(notificationTypes)})`),
    index('notifications_user_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // What was read is removed after a year, oldest first.
    index('notifications_read')
      .on(table.createdAt)
      .where(sql`is_read`),
    index('notifications_loan').on(table.relatedLoanId),
    index('notifications_related_user').on(table.relatedUserId),
  ],
)

/** The mail outbox: what is to be sent, and what became of it. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /**
     * Whom it is for and what about: set for mails about notifications, one mail of a kind and person
     * at a time, and for those with a link for a new password.
     */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: [...notificationTypes, 'passwordReset'] }),
    subject: text('subject').notNull(),
    /** Empty where it holds a secret: it is then written as the mail is sent (`mail/reset-mails.ts`). */
    body: text('body').notNull(),
    /** Of a mail with a link for a new password: the page that the link leads on to. */
    returnTo: text('return_to'),
    createdAt: createdAt(),
    /** When it was sent, or saved to a file. */
    sentAt: time('sent_at'),
    /** Which of the two; null where it left before this was kept. */
    transport: text('transport', { enum: ['smtp', 'folder'] }),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('mails_of_a_kind').on(table.userId, table.kind, table.createdAt),
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null`),
    check('mails_transport_known', sql`${table.transport} in ('smtp', 'folder')`),
    check('mails_attempts_range', sql`${table.attempts} >= 0`),
    check('mails_return_to_length', sql`char_length(${table.returnTo}) between 1 and 300`),
  ],
)
