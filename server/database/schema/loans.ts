/** The tables of loans, and of what each person keeps of them: favorites, visits, saved filters. */
import { earliestFunding } from '#domain/loans/funding.ts'
import { loanStatuses, statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import type { Money, Percent } from '#domain/money.ts'
import { users } from './accounts.ts'
import {
  createdAt,
  moneyColumn,
  percentColumn,
  percentSumColumn,
  time,
  vocabulary,
} from './columns.ts'
import { sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const loans = pgTable(
  'loans',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    borrowerName: text('borrower_name').notNull(),
    propertyAddress: text('property_address'),
    /** The postal code of the address's state (`stateOf`); written with the address. */
    state: text('state'),
    amount: moneyColumn('amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    /** Months. */
    term: integer('term').notNull(),
    status: text('status', { enum: loanStatuses }).notNull().default('open'),
    /** The day on which it was funded; kept when it is reopened. */
    fundedOn: date('funded_on', { mode: 'string' }),
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
    /** Stored sums over the active commitments, updated together with them. */
    committedPercentage: percentColumn('committed_percentage')
      .notNull()
      .default('0' as Percent),
    softPercentage: percentSumColumn('soft_percentage')
      .notNull()
      .default('0' as Percent),
    committedAmount: moneyColumn('committed_amount')
      .notNull()
      .default('0' as Money),
    /** Not published: only administrators see it, and nobody can commit to it. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** Incremented by every change to the fields people enter; the stored sums above don't count. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    index('loans_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('loans_status_newest').on(
      table.status,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check('loans_amount_range', sql`${table.amount} > 0 and ${table.amount} <> 'NaN'`),
    check('loans_rate_range', sql`${table.interestRate} > 0 and ${table.interestRate} <> 'NaN'`),
    check('loans_term_range', sql`${table.term} between 1 and 1200`),
    check('loans_version_range', sql`${table.version} >= 1`),
    check('loans_funded_on_range', sql`${table.fundedOn} >= ${sql.raw(`'${earliestFunding}'`)}`),
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
    // The central guarantee: a loan is never committed beyond 100%.
    check('loans_never_beyond_whole', sql`${table.committedPercentage} between 0 and 100`),
    check(
      'loans_draft_uncommitted',
      sql`not ${table.isDraft} or (${table.committedPercentage} = 0 and ${table.softPercentage} = 0)`,
    ),
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

/** Whether the id, a value or a column of another table, is that of a draft. */
export const isIdOfDraft = (id: string | SQL): SQL => sql`coalesce(
  (select ${loans.isDraft} from ${loans} where ${loans.id} = ${id}::uuid), false)`

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

/** Each person's last visit of each loan (`server/loans/visits.ts`). Only that person is shown it. */
export const loanVisits = pgTable(
  'loan_visits',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** The last time in this visit. */
    openedAt: time('opened_at').notNull().defaultNow(),
    /** The last time in the visit before this one; in the first, the time since which they follow the loan, or null. */
    previousAt: time('previous_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.loanId] }),
    index('loan_visits_loan').on(table.loanId),
    check('loan_visits_in_order', sql`${table.previousAt} < ${table.openedAt}`),
  ],
)

// Object.keys gives texts, and these are the table's own.
const filterStatuses = Object.keys(statusFilters) as [StatusFilter, ...StatusFilter[]]

/** Filters of the list of loans that people saved; null is no condition. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Whether the person is notified of new loans that match. */
    isNotifying: boolean('is_notifying').notNull().default(false),
    search: text('search'),
    status: text('status', { enum: filterStatuses }),
    propertyType: text('property_type'),
    location: text('location'),
    ltvMax: percentColumn('ltv_max'),
    rateMin: percentColumn('rate_min'),
    amountMin: moneyColumn('amount_min'),
    amountMax: moneyColumn('amount_max'),
    favorites: boolean('favorites').notNull().default(false),
    held: boolean('held').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('saved_filters_name_key').on(table.userId, sql`lower(${table.name})`),
    check('saved_filters_name_length', sql`length(${table.name}) between 1 and 60`),
    check('saved_filters_status_known', sql`${table.status} in (${vocabulary(filterStatuses)})`),
  ],
)
