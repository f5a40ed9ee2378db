import { notificationTypes } from '#domain/notifications/types.ts'
import { invitations, users } from './accounts.ts'
import { createdAt, time } from './columns.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    /** The recipient. Each recipient has a separate row, because each one reads notifications independently. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: notificationTypes }).notNull(),
    relatedLoanId: uuid('related_loan_id').references(() => loans.id, { onDelete: 'set null' }),
    relatedUserId: uuid('related_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The audit entry id of the receipt that the notification delivers. */
    receiptId: uuid('receipt_id'),
    /**
     * The batch of documents that the notification announces. While documents of the batch are still being saved, the
     * notification is updated but not emailed.
     */
    batchId: uuid('batch_id'),
    message: text('message').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    /** The time when the notification was emailed, or when it was skipped because the user turned off emails. */
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
    index('notifications_user_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('notifications_batch')
      .on(table.batchId)
      .where(sql`batch_id is not null`),
  ],
)

export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /**
     * Set for notification emails and for emails with a password link. A user has at most one pending notification
     * email of each type.
     */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', {
      enum: [...notificationTypes, 'dailyDigest', 'passwordReset', 'invitation'],
    }),
    invitationId: uuid('invitation_id').references(() => invitations.id, { onDelete: 'set null' }),
    subject: text('subject').notNull(),
    /**
     * Empty if the email contains a secret. The body is then written when the email is sent
     * (`server/mail/link-mails.ts`).
     */
    body: text('body').notNull(),
    /** The same content as HTML. Null if the email is sent as text only. */
    html: text('html'),
    returnTo: text('return_to'),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
    transport: text('transport', { enum: ['smtp', 'folder'] }),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('mails_invitation').on(table.invitationId),
    index('mails_of_a_kind').on(table.userId, table.kind, table.createdAt),
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null`),
    // The table keeps emails for a year. This index is used to count them by transport and to find the newest.
    index('mails_left')
      .on(table.transport, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`sent_at is not null`),
    check('mails_transport_known', sql`${table.transport} in ('smtp', 'folder')`),
    check('mails_attempts_range', sql`${table.attempts} >= 0`),
    check('mails_return_to_length', sql`char_length(${table.returnTo}) between 1 and 300`),
  ],
)

/** A user's choice of when one type of notification is emailed. If there is no row, emails are sent immediately. */
export const mailChoices = pgTable(
  'mail_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    timing: text('timing', { enum: ['now', 'daily', 'never'] }).notNull(),
    /** Applies only to new loans. If true, emails include only loans that match one of the user's saved filters. */
    isMatchingOnly: boolean('is_matching_only').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)
