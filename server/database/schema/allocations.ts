import { hows } from '#domain/deal/allocation.ts'
import { orderKinds } from '#domain/deal/orders.ts'
import { allocationStates, offerStates } from '#domain/deal/rounds/rounds.ts'
import { users } from './accounts.ts'
import {
  moneyColumn,
  percentColumn,
  percentSumColumn,
  rateColumn,
  time,
  vocabulary,
} from './columns.ts'
import { firms } from './firms.ts'
import { loans } from './loans.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' })

/** Allocations of loans among their lenders. A published one is a round. */
export const allocations = pgTable(
  'allocations',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** Counts the published rounds of the loan. */
    number: integer('number'),
    state: text('state', { enum: allocationStates }).notNull(),
    /** The least share that the originator wanted to keep. */
    hold: percentColumn('hold').notNull(),
    orderKind: text('order_kind', { enum: orderKinds }).notNull(),
    orderUpTo: percentColumn('order_up_to'),
    orderBefore: timestamp('order_before', { withTimezone: true, mode: 'string' }),
    /** The limits and the terms of the loan from which the allocation was computed. */
    shareStep: percentColumn('share_step').notNull(),
    minShare: percentColumn('min_share'),
    maxShare: percentColumn('max_share'),
    loanAmount: moneyColumn('loan_amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    noteRate: rateColumn('note_rate'),
    term: integer('term').notNull(),
    bookVersion: text('book_version').notNull(),
    /** The share and amount that stay with the originator if all accept. */
    holdShare: percentColumn('hold_share').notNull(),
    holdAmount: moneyColumn('hold_amount').notNull(),
    note: text('note'),
    savedBy: person('saved_by'),
    savedAt: time('saved_at').notNull(),
    approvedBy: person('approved_by'),
    approvedAt: time('approved_at'),
    publishedBy: person('published_by'),
    publishedAt: time('published_at'),
    respondBy: timestamp('respond_by', { withTimezone: true, mode: 'string' }),
    /** The time when the time to answer was set last, and when lenders were reminded of it. */
    respondBySetAt: time('respond_by_set_at'),
    remindedAt: time('reminded_at'),
    /** Null if the last answer ended the round. */
    endedBy: person('ended_by'),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('allocations_one_draft')
      .on(table.loanId)
      .where(sql`state in ('draft', 'approved')`),
    uniqueIndex('allocations_one_running')
      .on(table.loanId)
      .where(sql`state = 'published'`),
    uniqueIndex('allocations_number').on(table.loanId, table.number),
    check('allocations_state_known', sql`${table.state} in (${vocabulary(allocationStates)})`),
    check('allocations_order_known', sql`${table.orderKind} in (${vocabulary(orderKinds)})`),
    check(
      'allocations_order_complete',
      sql`(${table.orderKind} = 'smallFirst') = (${table.orderUpTo} is not null) and (${table.orderKind} = 'earlyFirst') = (${table.orderBefore} is not null)`,
    ),
    check(
      'allocations_hold_range',
      sql`${table.hold} between 0 and 100 and ${table.holdShare} between ${table.hold} and 100`,
    ),
    check(
      'allocations_published_known',
      sql`(${table.state} in ('published', 'ended')) = (${table.number} is not null) and (${table.number} is null) = (${table.publishedAt} is null) and (${table.number} is null) = (${table.respondBy} is null)`,
    ),
    check(
      'allocations_end_known',
      sql`(${table.state} = 'ended') = (${table.endedAt} is not null)`,
    ),
    check('allocations_note_length', sql`length(${table.note}) between 1 and 5000`),
  ],
)

/** The lines of an allocation, one for each lender. In a round, they are offers. */
export const allocationLines = pgTable(
  'allocation_lines',
  {
    id: uuid('id').primaryKey(),
    allocationId: uuid('allocation_id')
      .notNull()
      .references(() => allocations.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id),
    /** In the order of the requests. */
    place: integer('place').notNull(),
    bound: percentColumn('bound').notNull(),
    asks: percentSumColumn('asks').notNull(),
    since: timestamp('since', { withTimezone: true, mode: 'string' }),
    tier: integer('tier'),
    pinned: percentColumn('pinned'),
    fixed: percentColumn('fixed'),
    /** The originator's reason for a separate choice. */
    reason: text('reason'),
    share: percentColumn('share').notNull(),
    amount: moneyColumn('amount').notNull(),
    /** The part of the share that isn't bound yet, and the amount that accepting binds. */
    added: percentColumn('added').notNull(),
    addedAmount: moneyColumn('added_amount').notNull(),
    how: text('how', { enum: hows }).notNull(),
    /** Null in a draft. */
    state: text('state', { enum: offerStates }),
    answeredAt: time('answered_at'),
    /** The person who answered, or the administrator who recorded the answer. */
    answeredBy: person('answered_by'),
    /** How the lender gave the answer that an administrator recorded. */
    answeredHow: text('answered_how'),
    declineReason: text('decline_reason'),
    receiptId: uuid('receipt_id'),
  },
  (table) => [
    uniqueIndex('allocation_lines_firm').on(table.allocationId, table.firmId),
    index('allocation_lines_of_firm').on(table.firmId),
    check('allocation_lines_state_known', sql`${table.state} in (${vocabulary(offerStates)})`),
    check('allocation_lines_how_known', sql`${table.how} in (${vocabulary(hows)})`),
    check(
      'allocation_lines_share_range',
      sql`${table.share} between ${table.bound} and ${table.asks} and ${table.added} = ${table.share} - ${table.bound}`,
    ),
    check('allocation_lines_one_choice', sql`${table.pinned} is null or ${table.fixed} is null`),
    check(
      'allocation_lines_answer_known',
      sql`(${table.state} in ('accepted', 'declined')) = (${table.answeredAt} is not null)`,
    ),
    check('allocation_lines_reason_length', sql`length(${table.reason}) between 1 and 1000`),
    check('allocation_lines_how_length', sql`length(${table.answeredHow}) between 1 and 300`),
    check(
      'allocation_lines_decline_length',
      sql`length(${table.declineReason}) between 1 and 1000`,
    ),
  ],
)

/** The reminders of a commitment deadline. A row belongs to the deadline that it names, not to a later one. */
export const deadlineReminders = pgTable(
  'deadline_reminders',
  {
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    deadline: timestamp('deadline', { withTimezone: true, mode: 'string' }).notNull(),
    /** Null once lenders were reminded, or if the deadline was set too late to remind of it. */
    remindAt: time('remind_at'),
    passedAt: time('passed_at'),
  },
  (table) => [primaryKey({ name: 'deadline_reminders_loan', columns: [table.loanId] })],
)
