import { firmRoles, type AccountRole } from '#domain/access.ts'
import { createdAt, time, vocabulary } from './columns.ts'
import { firms } from './firms.ts'
import { sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  json,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export function fullNameOf(name: string): SQL<string> {
  const person = sql.identifier(name)
  return sql`coalesce(nullif(concat_ws(' ', nullif(${person}.first_name, ''), nullif(${person}.last_name, '')), ''),
    'User')`
}

/** The name of the person with the id, or null without one. */
export const personNameOf = (id: SQL): SQL<string | null> =>
  sql`(select ${fullNameOf('named')} from users named where named.id = ${id})`

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** An Argon2id hash in PHC format. */
    password: text('password').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    companyName: text('company_name'),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    firmRole: text('firm_role', { enum: firmRoles }).notNull().default('manager'),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isApproved: boolean('is_approved').notNull().default(false),
    notifyByEmail: boolean('notify_by_email').notNull().default(true),
    /** Set when the account can no longer sign in. Records still show its name. */
    deactivatedAt: time('deactivated_at'),
    termsVersion: text('terms_version'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt, table.id),
    // The first person of a firm is the oldest.
    index('users_firm').on(table.firmId, table.createdAt, table.id),
    // Every commitment notifies the administrators, and this index makes finding them fast.
    index('users_administrators')
      .on(table.id)
      .where(sql`is_admin`),
    index('users_lenders')
      .on(table.id)
      .where(sql`is_approved and not is_admin and deactivated_at is null`),
    index('users_pending')
      .on(table.createdAt, table.id)
      .where(sql`not is_approved and not is_admin and deactivated_at is null`),
    // Counting an account's colleagues uses this index, even while the account awaits approval.
    index('users_email_domain').on(sql`lower(substring(email from '[^@]*$'))`),
    check('users_firm_role_known', sql`${table.firmRole} in (${vocabulary(firmRoles)})`),
    check('users_email_length', sql`length(${table.email}) between 3 and 254`),
    check('users_company_name_length', sql`length(${table.companyName}) between 1 and 200`),
    check('users_first_name_length', sql`length(${table.firstName}) between 1 and 100`),
    // The first administrator has no last name until it is set.
    check('users_last_name_length', sql`length(${table.lastName}) <= 100`),
  ],
)

/** The secret URL of each user's calendar, stored as a hash of its token. A new URL replaces the old one. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
})

/** Invitations to register. Each invitation is for one email address, works once, and expires after a week. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** The invited person's name from an imported file. The person can choose a different name when registering. */
    name: text('name'),
    companyName: text('company_name'),
    note: text('note'),
    /** The firm to join, or null if the person gets a new firm. */
    firmId: uuid('firm_id').references(() => firms.id, { onDelete: 'set null' }),
    firmRole: text('firm_role', { enum: firmRoles }),
    isApproved: boolean('is_approved').notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    withdrawnAt: time('withdrawn_at'),
    acceptedAt: time('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    // An address can have only one open invitation of a firm, or without a firm. Withdrawing it leaves no valid link.
    uniqueIndex('invitations_open')
      .on(
        sql`lower(${table.email})`,
        sql`coalesce(${table.firmId}, '00000000-0000-0000-0000-000000000000')`,
      )
      .where(sql`withdrawn_at is null and accepted_at is null`),
    index('invitations_newest').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('invitations_invited_by').on(table.invitedBy),
    index('invitations_accepted_by').on(table.acceptedBy),
    index('invitations_firm').on(table.firmId),
    check('invitations_firm_role_known', sql`${table.firmRole} in (${vocabulary(firmRoles)})`),
    check('invitations_email_length', sql`length(${table.email}) between 3 and 254`),
    check('invitations_name_length', sql`length(${table.name}) between 1 and 201`),
    check('invitations_company_name_length', sql`length(${table.companyName}) between 1 and 200`),
    check('invitations_note_length', sql`length(${table.note}) between 1 and 1000`),
    check(
      'invitations_ended_once',
      sql`${table.withdrawnAt} is null or ${table.acceptedAt} is null`,
    ),
  ],
)

export interface SessionContent {
  /** The session's public id, which its owner can see. The id in the cookie is secret. */
  id: string
  userId: string
  startedAt: string
  seenAt: string
  address: string
  agent: string
  /** The role at the start of the session. A session gets a new id when the role changes. */
  role: AccountRole
  /** Set once a new id has replaced this id. The old id then works only for pending requests. */
  isReplaced?: true
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value. Read access to this table is therefore not enough to sign in. */
    sid: text('sid').primaryKey(),
    sess: json('sess').$type<SessionContent>().notNull(),
    expire: timestamp('expire', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('sessions_expire').on(table.expire),
    index('sessions_user').on(sql`(${table.sess} ->> 'userId')`),
  ],
)

export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32, encrypted if SECRETS_KEY is set (`server/secrets/encryption.ts`). */
  secret: text('secret').notNull(),
  /** Null until the first code has proved that the app has the secret. */
  confirmedAt: time('confirmed_at'),
  /** The time step of the last accepted code. Each code works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** Codes that can each be used once instead of the app's code. A used code is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
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
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_user').on(table.userId),
    index('password_resets_made_by').on(table.madeBy),
  ],
)

/** Failed sign-ins and other throttled actions. Rows older than the longest time window are deleted. */
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
        'receiptCheck',
        'invitation',
        'firmInvitation',
      ],
    }).notNull(),
    /** SHA-256 of the account's normalized email address. The account doesn't have to exist. */
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

/** A user's last two visits. The dashboard shows the data that was added between them. */
export const deskVisits = pgTable('desk_visits', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  openedAt: time('opened_at').notNull().defaultNow(),
  previousAt: time('previous_at'),
})
