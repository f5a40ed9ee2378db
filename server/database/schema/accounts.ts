/** The tables of accounts, sign-ins, second factors, and counted attempts. */
import type { Role } from '#domain/access.ts'
import { createdAt, time } from './columns.ts'
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

/** `fullName` in SQL, of a row of the users by its name in the statement. */
export function fullNameOf(name: string): SQL<string> {
  const person = sql.identifier(name)
  return sql`coalesce(nullif(concat_ws(' ', nullif(${person}.first_name, ''), nullif(${person}.last_name, '')), ''),
    'User')`
}

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** Argon2id in PHC text form. */
    password: text('password').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The lender's firm, as it is known to the desk. */
    companyName: text('company_name'),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isApproved: boolean('is_approved').notNull().default(false),
    /** Whether notifications are also emailed. */
    notifyByEmail: boolean('notify_by_email').notNull().default(true),
    /** Set when the account may no longer sign in, while its name stays in records. */
    deactivatedAt: time('deactivated_at'),
    /** The version of terms and privacy policy accepted last. */
    termsVersion: text('terms_version'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt, table.id),
    // Every commitment notifies the administrators, who are few among many lenders.
    index('users_administrators')
      .on(table.id)
      .where(sql`is_admin`),
    // Lenders are counted for the platform's figures.
    index('users_lenders')
      .on(table.id)
      .where(sql`is_approved and not is_admin and deactivated_at is null`),
    index('users_pending')
      .on(table.createdAt, table.id)
      .where(sql`not is_approved and not is_admin and deactivated_at is null`),
    // To whom a message can be addressed, by name.
    // A person who awaits approval may have colleagues.
    index('users_email_domain').on(sql`lower(substring(email from '[^@]*$'))`),
    check('users_email_length', sql`length(${table.email}) between 3 and 254`),
    check('users_company_name_length', sql`length(${table.companyName}) between 1 and 200`),
    check('users_first_name_length', sql`length(${table.firstName}) between 1 and 100`),
    // The first administrator has no last name until they set one.
    check('users_last_name_length', sql`length(${table.lastName}) <= 100`),
  ],
)

/** Invitations to register: each works for one address, once, for a week. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** Whom the administrator invites, if a file said so; the person registers with their own. */
    name: text('name'),
    /** The lender's firm, which its account will have. */
    companyName: text('company_name'),
    /** The administrator's message to the person. */
    note: text('note'),
    /** Whether the account is approved as soon as it is registered. */
    isApproved: boolean('is_approved').notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    withdrawnAt: time('withdrawn_at'),
    acceptedAt: time('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    // An address has one that may still be accepted, so that withdrawing it ends all there is.
    uniqueIndex('invitations_open')
      .on(sql`lower(${table.email})`)
      .where(sql`withdrawn_at is null and accepted_at is null`),
    index('invitations_newest').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('invitations_invited_by').on(table.invitedBy),
    index('invitations_accepted_by').on(table.acceptedBy),
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

/** The contents of a session, without its expiry times. */
export interface SessionContent {
  /** The session's public id, shown to its owner: the id in the cookie is secret. */
  id: string
  userId: string
  /** ISO 8601. */
  startedAt: string
  seenAt: string
  /** The address and browser that started it. */
  address: string
  agent: string
  /** The role it was started with: when the role changes, the session gets a new id. */
  role: Role
  /** Set when another id has replaced this one, which then only serves requests under way. */
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

/** Two-factor sign-in: the secret that an account shares with its authenticator app. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32, or what SECRETS_KEY makes of it (`server/secrets/encryption.ts`). */
  secret: text('secret').notNull(),
  /** Null until the first code has shown that the app holds the secret. */
  confirmedAt: time('confirmed_at'),
  /** The time step of the last accepted code: each works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** Codes that each work once instead of the app's; a used one is deleted. */
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
    /** The administrator who made it for the person; nobody when the person asked for it. */
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_user').on(table.userId),
    index('password_resets_made_by').on(table.madeBy),
  ],
)

/** Failed sign-ins and other throttled actions; rows older than the longest window are purged. */
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
      ],
    }).notNull(),
    /** SHA-256 of the account's email key, whether or not the account exists. */
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
