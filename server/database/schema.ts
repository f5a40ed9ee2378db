/** The tables. Every range and closed vocabulary is a constraint here too, not only a rule in code. */
import type { Role } from '#domain/access.ts'
import { commitmentStatuses } from '#domain/commitments.ts'
import { loanStatuses } from '#domain/loans.ts'
import type { Money, Percent } from '#domain/money.ts'
import { notificationTypes } from '#domain/notifications.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  moneyColumn,
  percentColumn,
  percentSumColumn,
  time,
  vocabulary,
} from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** Argon2id in PHC text form. */
    password: text('password').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isApproved: boolean('is_approved').notNull().default(false),
    /** Whether notifications are mailed too. */
    notifyByEmail: boolean('notify_by_email').notNull().default(true),
    /** Set when the account may no longer sign in but its name stays on records. */
    deactivatedAt: time('deactivated_at'),
    /** The version of terms and privacy policy accepted at registration. */
    termsVersion: text('terms_version'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt, table.id),
    // Every commitment is told to the administrators, few among many lenders.
    index('users_administrators')
      .on(table.id)
      .where(sql`is_admin`),
    check('users_email_length', sql`length(${table.email}) between 3 and 254`),
    check('users_first_name_length', sql`length(${table.firstName}) between 1 and 100`),
    // The first administrator has no last name until it gives itself one.
    check('users_last_name_length', sql`length(${table.lastName}) <= 100`),
  ],
)

/** What a session holds beside its ends. */
export interface SessionContent {
  /** The name of the session for its owner: the id in the cookie is nobody else's business. */
  id: string
  userId: string
  /** ISO 8601. */
  startedAt: string
  seenAt: string
  /** From where, and with which browser, it was started. */
  address: string
  agent: string
  /** The rights that it was started with: with others it goes on under a new id. */
  role: Role
  /** Set when another id has taken its place, and it only serves what was under way. */
  isReplaced?: true
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, so that a reader of this table can't sign in. */
    sid: text('sid').primaryKey(),
    sess: json('sess').$type<SessionContent>().notNull(),
    expire: timestamp('expire', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('sessions_expire').on(table.expire),
    index('sessions_user').on(sql`(${table.sess} ->> 'userId')`),
  ],
)

export const loans = pgTable(
  'loans',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    borrowerName: text('borrower_name').notNull(),
    propertyAddress: text('property_address'),
    amount: moneyColumn('amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    /** Months. */
    term: integer('term').notNull(),
    status: text('status', { enum: loanStatuses }).notNull().default('open'),
    propertyType: text('property_type'),
    purpose: text('purpose'),
    summary: text('summary'),
    imageUrl: text('image_url'),
    ltv: percentColumn('ltv'),
    originationFee: percentColumn('origination_fee'),
    interestReserve: moneyColumn('interest_reserve'),
    propertyOccupancy: text('property_occupancy'),
    asIsValue: moneyColumn('as_is_value'),
    asCompleteValue: moneyColumn('as_complete_value'),
    /** Kept sums over the active commitments, changed together with them. */
    committedPercentage: percentColumn('committed_percentage')
      .notNull()
      .default('0' as Percent),
    softPercentage: percentSumColumn('soft_percentage')
      .notNull()
      .default('0' as Percent),
    committedAmount: moneyColumn('committed_amount')
      .notNull()
      .default('0' as Money),
    createdAt: createdAt(),
  },
  (table) => [
    index('loans_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('loans_status_newest').on(
      table.status,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('loans_type_newest').on(
      table.propertyType,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check('loans_amount_range', sql`${table.amount} > 0 and ${table.amount} <> 'NaN'`),
    check('loans_rate_range', sql`${table.interestRate} > 0 and ${table.interestRate} <> 'NaN'`),
    check('loans_term_range', sql`${table.term} between 1 and 1200`),
    check('loans_status_known', sql`${table.status} in (${vocabulary(loanStatuses)})`),
    check('loans_title_length', sql`length(${table.title}) between 1 and 200`),
    check('loans_borrower_length', sql`length(${table.borrowerName}) between 1 and 100`),
    check('loans_ltv_range', sql`${table.ltv} >= 0 and ${table.ltv} <> 'NaN'`),
    check(
      'loans_fee_range',
      sql`${table.originationFee} >= 0 and ${table.originationFee} <> 'NaN'`,
    ),
    check(
      'loans_reserve_range',
      sql`${table.interestReserve} >= 0 and ${table.interestReserve} <> 'NaN'`,
    ),
    check('loans_as_is_range', sql`${table.asIsValue} > 0 and ${table.asIsValue} <> 'NaN'`),
    check(
      'loans_as_complete_range',
      sql`${table.asCompleteValue} > 0 and ${table.asCompleteValue} <> 'NaN'`,
    ),
    // The promise on which the platform stands: a loan is never promised beyond 100 %.
    check('loans_never_beyond_whole', sql`${table.committedPercentage} between 0 and 100`),
    check(
      'loans_soft_not_negative',
      sql`${table.softPercentage} >= 0 and ${table.softPercentage} <> 'NaN'`,
    ),
    check(
      'loans_committed_amount_not_negative',
      sql`${table.committedAmount} >= 0 and ${table.committedAmount} <> 'NaN'`,
    ),
  ],
)

export const commitments = pgTable(
  'commitments',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    lenderId: uuid('lender_id')
      .notNull()
      .references(() => users.id),
    percentage: percentColumn('percentage').notNull(),
    amount: moneyColumn('amount').notNull(),
    isSoftCommit: boolean('is_soft_commit').notNull().default(false),
    status: text('status', { enum: commitmentStatuses }).notNull().default('active'),
    /** The terms that it was made on. */
    loanAmount: moneyColumn('loan_amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    term: integer('term').notNull(),
    createdAt: createdAt(),
    /** The administrator who recorded it on the lender's behalf; null when the lender made it. */
    recordedBy: uuid('recorded_by').references(() => users.id),
    /** When it was withdrawn or released. */
    endedAt: time('ended_at'),
    /** The administrator who released it, and why. */
    releasedBy: uuid('released_by').references(() => users.id),
    releaseReason: text('release_reason'),
  },
  (table) => [
    index('commitments_lender_newest').on(
      table.lenderId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('commitments_loan').on(table.loanId, table.createdAt, table.id),
    index('commitments_recorded_by').on(table.recordedBy),
    index('commitments_released_by').on(table.releasedBy),
    check('commitments_share_range', sql`${table.percentage} > 0 and ${table.percentage} <= 100`),
    check('commitments_amount_range', sql`${table.amount} >= 0 and ${table.amount} <> 'NaN'`),
    check(
      'commitments_loan_amount_range',
      sql`${table.loanAmount} > 0 and ${table.loanAmount} <> 'NaN'`,
    ),
    check(
      'commitments_rate_range',
      sql`${table.interestRate} > 0 and ${table.interestRate} <> 'NaN'`,
    ),
    check('commitments_term_range', sql`${table.term} between 1 and 1200`),
    check('commitments_status_known', sql`${table.status} in (${vocabulary(commitmentStatuses)})`),
    check('commitments_end_known', sql`(${table.status} = 'active') = (${table.endedAt} is null)`),
    check(
      'commitments_release_known',
      sql`(${table.status} = 'released') or (${table.releasedBy} is null and ${table.releaseReason} is null)`,
    ),
    check('commitments_reason_length', sql`length(${table.releaseReason}) between 1 and 1000`),
  ],
)

/** Which commitment an Idempotency-Key made, so that the same request is answered again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the request's meaning: another body under the same key is refused. */
    requestHash: text('request_hash').notNull(),
    commitmentId: uuid('commitment_id')
      .notNull()
      .references(() => commitments.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_user_key').on(table.userId, table.key),
    index('idempotency_keys_created').on(table.createdAt),
    index('idempotency_keys_commitment').on(table.commitmentId),
    check('idempotency_keys_key_length', sql`length(${table.key}) between 1 and 200`),
  ],
)

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
    /** The lender whom an administrator answers; null is a lender's question or an announcement. */
    recipientId: uuid('recipient_id').references(() => users.id),
    message: text('message').notNull(),
    /** Whether an administrator wrote it, at the time of writing. */
    fromAdmin: boolean('from_admin').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_loan').on(table.loanId, table.createdAt, table.id),
    index('messages_user').on(table.userId),
    index('messages_recipient').on(table.recipientId),
    check('messages_length', sql`length(${table.message}) between 1 and 5000`),
    check('messages_only_admins_address', sql`${table.fromAdmin} or ${table.recipientId} is null`),
  ],
)

export const favorites = pgTable(
  'favorites',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('favorites_user_loan_key').on(table.userId, table.loanId),
    index('favorites_loan').on(table.loanId),
  ],
)

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
    index('notifications_loan').on(table.relatedLoanId),
    index('notifications_related_user').on(table.relatedUserId),
  ],
)

/** Two-factor sign-in: the secret that an account shares with its authenticator application. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32. */
  secret: text('secret').notNull(),
  /** Null until the first code has shown that the application holds the secret. */
  confirmedAt: time('confirmed_at'),
  /** The time step of the last code that was taken: each works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** Codes that each work once in place of the application; a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 of the account's id and the code. */
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
)

/** Failed sign-ins and other throttled acts; rows outside the longest window are purged. */
export const attempts = pgTable(
  'attempts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', {
      enum: [
        'signIn',
        'codeMissing',
        'rightPassword',
        'secondFactor',
        'timeCode',
        'registration',
        'passwordReset',
        'profile',
      ],
    }).notNull(),
    /** SHA-256 of the account's e-mail key, whether or not there is such an account. */
    account: text('account').notNull(),
    address: text('address').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('attempts_account').on(table.kind, table.account, table.createdAt),
    index('attempts_address').on(table.kind, table.address, table.createdAt),
    index('attempts_created').on(table.createdAt),
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
    createdAt: createdAt(),
    sentAt: time('sent_at'),
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
    check('mails_attempts_range', sql`${table.attempts} >= 0`),
  ],
)

/** What the installation generated for itself and must keep, such as signing keys. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
})
