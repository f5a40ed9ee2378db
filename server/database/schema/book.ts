import { commitmentEnds, commitmentStatuses } from '#domain/book/commitments.ts'
import { passReasons } from '#domain/book/syndicate/passes.ts'
import { users } from './accounts.ts'
import { firms } from './firms.ts'
import { createdAt, moneyColumn, percentColumn, time, vocabulary } from './columns.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const commitments = pgTable(
  'commitments',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** The person who made the commitment, or for whom an administrator recorded it. */
    lenderId: uuid('lender_id')
      .notNull()
      .references(() => users.id),
    /** The firm that holds the commitment. */
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    percentage: percentColumn('percentage').notNull(),
    amount: moneyColumn('amount').notNull(),
    isSoftCommit: boolean('is_soft_commit').notNull().default(false),
    /** True for a share that the originator keeps. The lender is the administrator who set it last. */
    isHold: boolean('is_hold').notNull().default(false),
    status: text('status', { enum: commitmentStatuses }).notNull().default('active'),
    /** The loan's terms at the time of the commitment. */
    loanAmount: moneyColumn('loan_amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    term: integer('term').notNull(),
    createdAt: createdAt(),
    /** The time when the holder last raised the share, or null if it never did. */
    standingSince: time('standing_since'),
    recordedBy: uuid('recorded_by').references(() => users.id),
    endedAt: time('ended_at'),
    /** The reason why the commitment lapsed. */
    endReason: text('end_reason', { enum: commitmentEnds }),
    releasedBy: uuid('released_by').references(() => users.id),
    releaseReason: text('release_reason'),
    /**
     * The administrator who last acted on the lender's instruction, or who withdrew the commitment by deactivating the
     * lender's account. Null after the lender acts again.
     */
    actedBy: uuid('acted_by').references(() => users.id),
    instructedBy: text('instructed_by'),
    instructedOn: date('instructed_on', { mode: 'string' }),
  },
  (table) => [
    index('commitments_firm_newest').on(
      table.firmId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.isSoftCommit,
    ),
    // The last two columns allow index-only scans that count a person's commitments.
    index('commitments_lender_newest').on(
      table.lenderId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.isSoftCommit,
    ),
    index('commitments_loan').on(table.loanId, table.createdAt, table.id),
    index('commitments_soft')
      .on(table.createdAt, table.id)
      .where(sql`status = 'active' and is_soft_commit`),
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
    check('commitments_hold_binding', sql`not (${table.isHold} and ${table.isSoftCommit})`),
    check(
      'commitments_lapse_known',
      sql`(${table.status} = 'lapsed') = (${table.endReason} is not null)`,
    ),
    check(
      'commitments_end_reason_known',
      sql`${table.endReason} in (${vocabulary(commitmentEnds)})`,
    ),
    check(
      'commitments_release_known',
      sql`(${table.status} = 'released') or (${table.releasedBy} is null and ${table.releaseReason} is null)`,
    ),
    check(
      'commitments_instruction_known',
      sql`(${table.instructedBy} is null) = (${table.instructedOn} is null) and case when ${table.actedBy} is null then ${table.instructedBy} is null else ${table.instructedBy} is not null or ${table.status} = 'withdrawn' end`,
    ),
    check('commitments_instruction_length', sql`length(${table.instructedBy}) between 1 and 200`),
    check('commitments_reason_length', sql`length(${table.releaseReason}) between 1 and 1000`),
  ],
)

/** Firms that declined a loan. Administrators can see the reason. The row is deleted if the firm reconsiders. */
export const passes = pgTable(
  'passes',
  {
    /** The person who passed for the firm. */
    lenderId: uuid('lender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: passReasons }).notNull(),
    comment: text('comment'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'passes_firm_loan', columns: [table.firmId, table.loanId] }),
    // The release before inserts by this pair. A person who leaves a firm hands its passes to a colleague.
    uniqueIndex('passes_lender_loan').on(table.lenderId, table.loanId),
    index('passes_loan').on(table.loanId),
    check('passes_reason_known', sql`${table.reason} in (${vocabulary(passReasons)})`),
    check('passes_comment_length', sql`length(${table.comment}) between 1 and 1000`),
  ],
)
