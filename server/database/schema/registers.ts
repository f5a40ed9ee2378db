import { registerStates } from '#domain/book/deal/closing/register-states.ts'
import { users } from './accounts.ts'
import { moneyColumn, percentColumn, rateColumn, time, vocabulary } from './columns.ts'
import { firms } from './firms.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * The registers of closed books, in versions, with names and terms as of then. Only the state of one changes, and it is
 * deleted only with its loan.
 */
export const registers = pgTable(
  'registers',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    state: text('state', { enum: registerStates }).notNull(),
    effectiveDate: date('effective_date', { mode: 'string' }).notNull(),
    originator: text('originator').notNull(),
    loanTitle: text('loan_title').notNull(),
    borrowerName: text('borrower_name').notNull(),
    propertyAddress: text('property_address'),
    loanAmount: moneyColumn('loan_amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    noteRate: rateColumn('note_rate'),
    term: integer('term').notNull(),
    /** True if the loan was funded before its book was closed, so that nothing is due. */
    wasFunded: boolean('was_funded').notNull(),
    /** The reason of a take-over. */
    reason: text('reason'),
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
    madeByName: text('made_by_name').notNull(),
    madeAt: time('made_at').notNull(),
    endedByName: text('ended_by_name'),
    endedAt: time('ended_at'),
    endReason: text('end_reason'),
    /** SHA-256 of the register as canonical JSON, in hexadecimal. */
    fingerprint: text('fingerprint').notNull(),
  },
  (table) => [
    unique('registers_loan_version').on(table.loanId, table.version),
    uniqueIndex('registers_one_current')
      .on(table.loanId)
      .where(sql`state = 'current'`),
    check('registers_state_known', sql`${table.state} in (${vocabulary(registerStates)})`),
    check('registers_end_known', sql`(${table.state} = 'current') = (${table.endedAt} is null)`),
    check('registers_version_range', sql`${table.version} >= 1`),
    check('registers_reason_length', sql`length(${table.reason}) between 1 and 1000`),
    check('registers_end_reason_length', sql`length(${table.endReason}) between 1 and 1000`),
    check('registers_fingerprint_known', sql`${table.fingerprint} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** The lines of a register: one for each firm, and one for the originator's hold. They never change. */
export const registerEntries = pgTable(
  'register_entries',
  {
    id: uuid('id').primaryKey(),
    registerId: uuid('register_id')
      .notNull()
      .references(() => registers.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    lenderName: text('lender_name').notNull(),
    companyName: text('company_name'),
    isHold: boolean('is_hold').notNull(),
    percentage: percentColumn('percentage').notNull(),
    amount: moneyColumn('amount').notNull(),
  },
  (table) => [
    unique('register_entries_line').on(table.registerId, table.line),
    index('register_entries_firm').on(table.firmId),
    check(
      'register_entries_share_range',
      sql`${table.percentage} > 0 and ${table.percentage} <= 100`,
    ),
    check('register_entries_amount_range', sql`${table.amount} >= 0 and ${table.amount} <> 'NaN'`),
  ],
)
