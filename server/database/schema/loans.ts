/** The tables of loans, and of what each person keeps of them: favorites, visits, saved filters. */
import { states } from '#domain/loans/addresses.ts'
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
} from '#server/database/columns.ts'
import { searchParts } from '#server/database/contains.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'

/** Titles in the order of their letters, ignoring case; the same in every database. */
export const titleInOrder = (title: AnyPgColumn): SQL => sql`lower(${title}) collate "C"`

/** An LTV by which a loan that has none comes last, from the lowest as from the highest. */
export const unknownLtvLast = (ltv: AnyPgColumn) => ({
  lowest: sql`coalesce(${ltv}, 1000)`,
  highest: sql`coalesce(${ltv}, -1)`,
})

/**
 * The state at the end of an address, as `stateOf` reads it. What isn't a state may be two other letters. Most
 * addresses end in capitals and a ZIP code, which are found in a fraction of the time.
 */
export const lettersOfState = (address: AnyPgColumn): SQL => sql`
  coalesce(substring(right(${address}, 24) from ${stateAtEnd}), state_of_address(${address}))`

const stateAtEnd = sql.raw(String.raw`'[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'`)

/** Whether an address ends in no state. */
export const isWithoutState = (address: AnyPgColumn): SQL =>
  sql`(coalesce(${lettersOfState(address)}, '') not in (${vocabulary([...states])}))`

/** The year in which a funded loan matures, as `maturityOf` has it; null if the day of its funding isn't known. */
export const yearOfMaturity = (
  loan: Record<'fundedOn' | 'term', AnyPgColumn>,
): SQL<number | null> =>
  sql`(extract(year from ${loan.fundedOn} + make_interval(months => ${loan.term}))::int)`

/** By how many percent of the loan binding and soft shares exceed it; negative if they don't. */
export const interestBeyondWhole = (kept: {
  softPercentage: AnyPgColumn
  available: AnyPgColumn
}): SQL => sql`(${kept.softPercentage} - ${kept.available})`

type Kept = Record<
  | 'loanId'
  | 'createdAt'
  | 'isOffered'
  | 'available'
  | 'softPercentage'
  | 'bindingAmount'
  | 'softAmount'
  | 'uncommitted'
  | 'publishedAt'
  | 'movedAt',
  AnyPgColumn
>

/** The orders of the exposure: of what is offered, and of what isn't. */
function exposureOrders(table: Kept) {
  const by = (name: string, key: AnyPgColumn | SQL) =>
    index(`loan_availability_${name}`).on(table.isOffered, key, table.createdAt, table.loanId)
  return [
    by('uncommitted', table.uncommitted),
    by('binding', table.bindingAmount),
    by('soft', table.softAmount),
    // By total interest: 0 is all of the loan, and what is above exceeds it.
    by('interest', interestBeyondWhole(table)),
    by('published', table.publishedAt),
    by('moved', unmovedFirst(table.movedAt)),
  ]
}

/** When a book last changed; an empty one before all others. */
export const unmovedFirst = (movedAt: SQLWrapper): SQL =>
  sql`coalesce(${movedAt}, '-infinity'::timestamp with time zone)`

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
    index('loans_type_newest').on(
      table.propertyType,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // For the search; text.ts of the database says how it works.
    index('loans_search')
      .using('gin', searchParts(table.title, table.borrowerName))
      .with({ fastupdate: false }),
    index('loans_location')
      .using('gin', searchParts(table.propertyAddress))
      .with({ fastupdate: false }),
    index('loans_in_state_newest').on(
      lettersOfState(table.propertyAddress),
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // The exposure's lists of the loans of a bar, offered or funded.
    index('loans_state_status').on(lettersOfState(table.propertyAddress), table.status),
    index('loans_without_state').on(isWithoutState(table.propertyAddress), table.status),
    index('loans_type_status').on(table.propertyType, table.status),
    index('loans_status_rate').on(table.status, table.interestRate),
    index('loans_maturity')
      .on(yearOfMaturity(table))
      .where(sql`status = 'funded'`),
    // The orders of the list, read from either end; `loan_availability` has that of the available share.
    index('loans_amount').on(table.amount, table.createdAt, table.id),
    index('loans_rate').on(table.interestRate, table.createdAt, table.id),
    index('loans_term').on(table.term, table.createdAt, table.id),
    index('loans_title').on(titleInOrder(table.title), table.createdAt, table.id),
    index('loans_lowest_ltv').on(unknownLtvLast(table.ltv).lowest, table.createdAt, table.id),
    index('loans_highest_ltv').on(unknownLtvLast(table.ltv).highest, table.createdAt, table.id),
    // Few loans are drafts: the other indexes hold them all, and skip those.
    index('loans_drafts')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_draft`),
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

/**
 * How many loans there are of each status and type, their amounts, and what is committed of these: the
 * sums of these rows. A change of a loan or of its book adds rows instead of changing one, so that no two
 * changes wait for each other; housekeeping puts them together (`server/loans/figures.ts`).
 */
export const loanFigures = pgTable('loan_figures', {
  status: text('status', { enum: loanStatuses }).notNull(),
  propertyType: text('property_type'),
  /** Negative in a row that takes a loan away. */
  loans: integer('loans').notNull(),
  amount: numeric('amount').notNull(),
  committedAmount: numeric('committed_amount').notNull().default('0'),
})

/**
 * What is left of each loan, in the order of the list that goes by it, and what else is kept of its book. An
 * index of the loans themselves would have every commitment write its loan anew in all of their indexes.
 */
export const loanAvailability = pgTable(
  'loan_availability',
  {
    loanId: uuid('loan_id')
      .primaryKey()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** 100 less the committed percentage. */
    available: percentColumn('available').notNull(),
    /** The loan's, which breaks ties. */
    createdAt: time('created_at').notNull(),
    /** The loan's. */
    softPercentage: percentSumColumn('soft_percentage')
      .notNull()
      .default('0' as Percent),
    /** What the active soft commitments add up to. */
    softAmount: numeric('soft_amount').notNull().default('0'),
    /** The loan's committed amount. */
    bindingAmount: numeric('binding_amount').notNull().default('0'),
    /** The loan's amount less its committed amount. */
    uncommitted: numeric('uncommitted').notNull().default('0'),
    /** Whether it accepts commitments: it is published, and not funded. */
    isOffered: boolean('is_offered').notNull().default(false),
    /** Null for a draft. */
    publishedAt: time('published_at'),
    /** When the book last changed; null for an empty one. */
    movedAt: time('moved_at'),
  },
  (table) => [
    index('loan_availability_order').on(table.available, table.createdAt, table.loanId),
    ...exposureOrders(table),
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
    /** The last time in the visit before this one; in the first, since when they have followed the loan, or null. */
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
    /** Whether the person is told which new loans match. */
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
