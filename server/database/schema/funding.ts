import { instructionStates } from '#domain/deal/funding/states.ts'
import { users } from './accounts.ts'
import { moneyColumn, time, vocabulary } from './columns.ts'
import { firms } from './firms.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import {
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

/** Instructions where lenders wire, in versions. One version at most is in force, and one awaits sending. */
export const fundingInstructions = pgTable(
  'funding_instructions',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    state: text('state', { enum: instructionStates }).notNull(),
    beneficiary: text('beneficiary').notNull(),
    bank: text('bank').notNull(),
    routingNumber: text('routing_number').notNull(),
    /** A secret (`server/secrets/encryption.ts`). Only lenders of the current register read it. */
    accountNumber: text('account_number').notNull(),
    accountLastFour: text('account_last_four').notNull(),
    reference: text('reference').notNull(),
    dueAt: time('due_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: time('created_at').notNull(),
    spokeWith: text('spoke_with'),
    phone: text('phone'),
    calledAt: time('called_at'),
    result: text('result'),
    verifiedBy: uuid('verified_by').references(() => users.id, { onDelete: 'set null' }),
    verifiedByName: text('verified_by_name'),
    verifiedAt: time('verified_at'),
    sentByName: text('sent_by_name'),
    sentAt: time('sent_at'),
    replacedAt: time('replaced_at'),
  },
  (table) => [
    unique('funding_instructions_loan_version').on(table.loanId, table.version),
    uniqueIndex('funding_instructions_one_in_force')
      .on(table.loanId)
      .where(sql`state = 'sent'`),
    uniqueIndex('funding_instructions_one_awaits')
      .on(table.loanId)
      .where(sql`state in ('draft', 'verified')`),
    check(
      'funding_instructions_state_known',
      sql`${table.state} in (${vocabulary(instructionStates)})`,
    ),
    check(
      'funding_instructions_routing_known',
      sql`${table.routingNumber} ~ '^[0-9]{9}$' and length(${table.accountLastFour}) = 4`,
    ),
    check(
      'funding_instructions_verified_known',
      sql`(${table.state} = 'draft') = (${table.verifiedAt} is null)`,
    ),
    check(
      'funding_instructions_sent_known',
      sql`(${table.state} in ('sent', 'replaced')) = (${table.sentAt} is not null)`,
    ),
    check(
      'funding_instructions_replaced_known',
      sql`(${table.state} = 'replaced') = (${table.replacedAt} is not null)`,
    ),
  ],
)

/** A lender's record that it verified instructions by telephone. The newest one of a firm and a version counts. */
export const callBacks = pgTable(
  'call_backs',
  {
    id: uuid('id').primaryKey(),
    instructionsId: uuid('instructions_id')
      .notNull()
      .references(() => fundingInstructions.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    spokeWith: text('spoke_with').notNull(),
    phone: text('phone').notNull(),
    calledAt: time('called_at').notNull(),
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
    madeByName: text('made_by_name').notNull(),
    madeAt: time('made_at').notNull(),
  },
  (table) => [index('call_backs_instructions').on(table.instructionsId, table.firmId)],
)

/** Money of lenders that has come. A receipt is never edited, only reversed. */
export const fundsReceipts = pgTable(
  'funds_receipts',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    amount: moneyColumn('amount').notNull(),
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    /** The bank's reference. */
    reference: text('reference').notNull(),
    note: text('note'),
    recordedBy: uuid('recorded_by').references(() => users.id, { onDelete: 'set null' }),
    recordedByName: text('recorded_by_name').notNull(),
    recordedAt: time('recorded_at').notNull(),
    reversedByName: text('reversed_by_name'),
    reversedAt: time('reversed_at'),
    reversalReason: text('reversal_reason'),
  },
  (table) => [
    index('funds_receipts_loan').on(table.loanId, table.recordedAt),
    uniqueIndex('funds_receipts_once')
      .on(table.loanId, table.firmId, table.receivedOn, table.amount, table.reference)
      .where(sql`reversed_at is null`),
    check('funds_receipts_amount_range', sql`${table.amount} > 0 and ${table.amount} <> 'NaN'`),
    check('funds_receipts_note_length', sql`length(${table.note}) between 1 and 1000`),
    check(
      'funds_receipts_reversal_known',
      sql`(${table.reversedAt} is null) = (${table.reversalReason} is null) and (${table.reversedAt} is null) = (${table.reversedByName} is null)`,
    ),
    check(
      'funds_receipts_reversal_length',
      sql`length(${table.reversalReason}) between 1 and 1000`,
    ),
  ],
)
