import { audiences } from '#domain/audience/audiences.ts'
import { loanFieldNames, loanFields, makeByKind, type LoanField } from '#domain/loans/fields.ts'
import { makeFigureFilters } from '#domain/loans/figure-filters.ts'
import { earliestFunding } from '#domain/loans/funding.ts'
import { bookStages } from '#domain/loans/dates/book-stages.ts'
import { shareSteps, smallestStep } from '#domain/deal/settings.ts'
import { loanStages } from '#domain/loans/stages.ts'
import { loanStatuses, statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import type { Money, Percent } from '#domain/money.ts'
import { users } from './accounts.ts'
import {
  createdAt,
  moneyColumn,
  percentColumn,
  percentSumColumn,
  rateColumn,
  time,
  vocabulary,
} from './columns.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const columnName = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Nullable columns for all fields. The table definition below replaces the columns of required fields. */
const enteredColumns = makeByKind({
  text: (_entry, field) => text(columnName(field)),
  money: (_entry, field) => moneyColumn(columnName(field)),
  percent: (_entry, field) => percentColumn(columnName(field)),
  rate: (_entry, field) => rateColumn(columnName(field)),
  quantity: (_entry, field) => moneyColumn(columnName(field)),
  months: (_entry, field) => integer(columnName(field)),
  day: (_entry, field) => date(columnName(field), { mode: 'string' }),
  moment: (_entry, field) => timestamp(columnName(field), { withTimezone: true, mode: 'string' }),
  choice: (_entry, field) => text(columnName(field)),
})

/** Names used in constraints, if different from the column names. */
const rangeNames: Partial<Record<LoanField, string>> = {
  interestRate: 'rate',
  originationFee: 'fee',
  interestReserve: 'reserve',
  asIsValue: 'as_is',
  asCompleteValue: 'as_complete',
}

/** Returns a numeric field's range constraint (positive or nonnegative), or nothing for other fields. */
function rangeOf(field: LoanField, column: SQLWrapper) {
  const entry = loanFields[field]
  const name = `loans_${rangeNames[field] ?? columnName(field)}_range`
  if (entry.kind === 'months')
    return [check(name, sql`${column} between ${sql.raw(entry.mayBeZero ? '0' : '1')} and 1200`)]
  if (entry.kind === 'text' || entry.kind === 'choice') return []
  if (entry.kind === 'day' || entry.kind === 'moment') return []
  const above = sql.raw(entry.mayBeZero ? '>=' : '>')
  return [check(name, sql`${column} ${above} 0 and ${column} <> 'NaN'`)]
}

export const loans = pgTable(
  'loans',
  {
    id: uuid('id').primaryKey(),
    ...enteredColumns,
    title: text('title').notNull(),
    borrowerName: text('borrower_name').notNull(),
    amount: moneyColumn('amount').notNull(),
    interestRate: percentColumn('interest_rate').notNull(),
    term: integer('term').notNull(),
    status: text('status', { enum: loanStatuses }).notNull().default('open'),
    /** The address's two-letter state abbreviation (`stateOf`), updated together with the address. */
    state: text('state'),
    /** Totals of the active commitments, updated together with them. */
    committedPercentage: percentColumn('committed_percentage')
      .notNull()
      .default('0' as Percent),
    softPercentage: percentSumColumn('soft_percentage')
      .notNull()
      .default('0' as Percent),
    committedAmount: moneyColumn('committed_amount')
      .notNull()
      .default('0' as Money),
    /** The part of the committed share that the originator keeps. */
    holdPercentage: percentColumn('hold_percentage')
      .notNull()
      .default('0' as Percent),
    bookStage: text('book_stage', { enum: bookStages }).notNull().default('open'),
    /** True while lenders are asked to confirm other terms. Kept on the loan, whose lock orders it and commitments. */
    isTermsPending: boolean('is_terms_pending').notNull().default(false),
    /** The least and the most that one lender can hold. */
    minShare: percentColumn('min_share'),
    maxShare: percentColumn('max_share'),
    /** The smallest difference between allocated shares. */
    shareStep: percentColumn('share_step').notNull().default(smallestStep),
    /** True if the loan isn't published. Only administrators can see it, and commitments are rejected. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** Determines what firms that aren't admitted see of the loan (`server/loans/loans-seen.ts`). */
    audience: text('audience', { enum: audiences }).notNull().default('everyone'),
    /** The address on a teaser (`teaserAddressOf`), written when the audience or the address changes. */
    teaserAddress: text('teaser_address'),
    /** Incremented by every change to the fields that users enter, but not by changes to the stored totals above. */
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
    ...loanFieldNames.flatMap((field) => rangeOf(field, table[field])),
    check('loans_version_range', sql`${table.version} >= 1`),
    check('loans_funded_on_range', sql`${table.fundedOn} >= ${sql.raw(`'${earliestFunding}'`)}`),
    check('loans_status_known', sql`${table.status} in (${vocabulary(loanStatuses)})`),
    check('loans_audience_known', sql`${table.audience} in (${vocabulary(audiences)})`),
    check('loans_title_length', sql`length(${table.title}) between 1 and 200`),
    check('loans_borrower_length', sql`length(${table.borrowerName}) between 1 and 100`),
    // The most important constraint: binding commitments never exceed 100% of a loan.
    check('loans_never_beyond_whole', sql`${table.committedPercentage} between 0 and 100`),
    check(
      'loans_hold_range',
      sql`${table.holdPercentage} between 0 and ${table.committedPercentage}`,
    ),
    check('loans_book_stage_known', sql`${table.bookStage} in (${vocabulary(bookStages)})`),
    check(
      'loans_share_limits_range',
      sql`${table.minShare} > 0 and ${table.minShare} <= 100 and ${table.maxShare} > 0 and ${table.maxShare} <= 100`,
    ),
    check('loans_share_limits_in_order', sql`${table.minShare} <= ${table.maxShare}`),
    check('loans_share_step_known', sql`${table.shareStep} in (${vocabulary(shareSteps)})`),
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

/** Each user's last visit to each loan (`server/loans/followed-loans.ts`), shown only to that user and administrators. */
export const loanVisits = pgTable(
  'loan_visits',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    openedAt: time('opened_at').notNull().defaultNow(),
    /**
     * The time of the last activity during the previous visit. On a first visit, this is when the user began to follow
     * the loan, or null if the user doesn't follow it.
     */
    previousAt: time('previous_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.loanId] }),
    index('loan_visits_loan').on(table.loanId),
    check('loan_visits_in_order', sql`${table.previousAt} < ${table.openedAt}`),
  ],
)

/** A user's private decision and notes about a loan. Other users can't see them. */
export const loanMarks = pgTable(
  'loan_marks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    stage: text('stage', { enum: loanStages }),
    note: text('note'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.loanId] }),
    index('loan_marks_loan').on(table.loanId),
    check('loan_marks_stage_known', sql`${table.stage} in (${vocabulary(loanStages)})`),
    check('loan_marks_note_length', sql`length(${table.note}) between 1 and 5000`),
    check('loan_marks_not_empty', sql`num_nonnulls(${table.stage}, ${table.note}) > 0`),
  ],
)

const filterStatuses = Object.keys(statusFilters) as [StatusFilter, ...StatusFilter[]]

export const savedFilters = pgTable(
  'saved_filters',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    isNotifying: boolean('is_notifying').notNull().default(false),
    search: text('search'),
    status: text('status', { enum: filterStatuses }),
    propertyType: text('property_type'),
    location: text('location'),
    ...makeFigureFilters({
      money: (name) => moneyColumn(columnName(name)),
      percent: (name) => percentColumn(columnName(name)),
      rate: (name) => percentColumn(columnName(name)),
      ratio: (name) => percentColumn(columnName(name)),
    }),
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
