import { answerStates, proposalStates } from '#domain/deal/terms/states.ts'
import { users } from './accounts.ts'
import { createdAt, moneyColumn, percentColumn, rateColumn, time, vocabulary } from './columns.ts'
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Proposals of other terms for loans to which lenders are bound. At most one of a loan is open. */
export const termsProposals = pgTable(
  'terms_proposals',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    state: text('state', { enum: proposalStates }).notNull().default('open'),
    /** The terms of the loan at the time of the proposal. */
    oldAmount: moneyColumn('old_amount').notNull(),
    oldRate: percentColumn('old_rate').notNull(),
    oldNoteRate: rateColumn('old_note_rate'),
    oldTerm: integer('old_term').notNull(),
    newAmount: moneyColumn('new_amount').notNull(),
    newRate: percentColumn('new_rate').notNull(),
    newNoteRate: rateColumn('new_note_rate'),
    newTerm: integer('new_term').notNull(),
    /** The administrator's reason, for lenders. */
    reason: text('reason').notNull(),
    respondBy: time('respond_by').notNull(),
    proposedBy: uuid('proposed_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** The time when lenders who hadn't answered were reminded, or null. */
    remindedAt: time('reminded_at'),
    endedBy: uuid('ended_by').references(() => users.id, { onDelete: 'set null' }),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('terms_proposals_open')
      .on(table.loanId)
      .where(sql`state = 'open'`),
    index('terms_proposals_loan').on(table.loanId, table.createdAt),
    check('terms_proposals_state_known', sql`${table.state} in (${vocabulary(proposalStates)})`),
    check('terms_proposals_end_known', sql`(${table.state} = 'open') = (${table.endedAt} is null)`),
    check('terms_proposals_reason_length', sql`length(${table.reason}) between 1 and 5000`),
    check(
      'terms_proposals_terms_range',
      sql`${table.newAmount} > 0 and ${table.newAmount} <> 'NaN' and ${table.newRate} > 0 and ${table.newRate} <> 'NaN' and ${table.newTerm} between 1 and 1200`,
    ),
    check(
      'terms_proposals_terms_differ',
      sql`(${table.oldAmount}, ${table.oldRate}, coalesce(${table.oldNoteRate}, ${table.oldRate}), ${table.oldTerm}) <> (${table.newAmount}, ${table.newRate}, coalesce(${table.newNoteRate}, ${table.newRate}), ${table.newTerm})`,
    ),
  ],
)

/** The lenders that are asked about a proposal, and their answers. */
export const termsAnswers = pgTable(
  'terms_answers',
  {
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => termsProposals.id, { onDelete: 'cascade' }),
    firmId: uuid('firm_id')
      .notNull()
      .references(() => firms.id, { onDelete: 'cascade' }),
    state: text('state', { enum: answerStates }).notNull().default('asked'),
    /** The binding share and its amounts when the proposal was made, answered or ended. */
    percentage: percentColumn('percentage').notNull(),
    amount: moneyColumn('amount').notNull(),
    newAmount: moneyColumn('new_amount').notNull(),
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'set null' }),
    answeredAt: time('answered_at'),
    /** The way in which the lender answered, if an administrator recorded the answer. */
    how: text('how'),
    reason: text('reason'),
    /** The audit entry of the answer, which is its receipt. */
    receiptId: uuid('receipt_id'),
  },
  (table) => [
    primaryKey({ columns: [table.proposalId, table.firmId] }),
    index('terms_answers_firm').on(table.firmId),
    check('terms_answers_state_known', sql`${table.state} in (${vocabulary(answerStates)})`),
    check(
      'terms_answers_answer_known',
      sql`(${table.state} = 'asked') = (${table.answeredAt} is null)`,
    ),
    check(
      'terms_answers_share_range',
      sql`${table.percentage} > 0 and ${table.percentage} <= 100 and ${table.amount} >= 0 and ${table.newAmount} >= 0`,
    ),
    check('terms_answers_how_length', sql`length(${table.how}) between 1 and 200`),
    check('terms_answers_reason_length', sql`length(${table.reason}) between 1 and 1000`),
  ],
)
