/** The tables of the sums that the exposure shows; `server/loans/kept-exposure.ts` writes them. */
import { index, integer, numeric, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'

/**
 * By how much binding and soft amounts changed since they were last added up. An act adds rows instead of
 * changing sums, so that no two acts wait for each other. It has no index, so that a row costs little.
 */
export const exposureChanges = pgTable('exposure_changes', {
  /** Whose binding amount changed; null if a loan changed, and with it what its amounts count for. */
  lenderId: uuid('lender_id'),
  state: text('state'),
  /** The year; null until the loan is funded. */
  maturity: integer('maturity'),
  /** In whole percent, rounded down. */
  rate: integer('rate').notNull(),
  bindingAmount: numeric('binding_amount').notNull(),
  /** Of a loan that is offered. */
  softAmount: numeric('soft_amount').notNull(),
})

/** What the changes added up to, but for those of lenders: binding amounts of each state, maturity and rate, and all soft ones. */
export const exposureSums = pgTable(
  'exposure_sums',
  {
    /** That of `lenders` is a number: how many hold a binding amount. */
    kind: text('kind', { enum: ['state', 'maturity', 'rate', 'soft', 'lenders'] }).notNull(),
    /** Null for loans that have no state or maturity, and for sums over all. */
    key: text('key'),
    amount: numeric('amount').notNull(),
  },
  (table) => [unique('exposure_sums_key').on(table.kind, table.key).nullsNotDistinct()],
)

/** What the binding amounts of each lender added up to, the largest first. One who was released of all has a row with 0. */
export const exposureOfLenders = pgTable(
  'exposure_of_lenders',
  {
    lenderId: uuid('lender_id').primaryKey(),
    amount: numeric('amount').notNull(),
  },
  (table) => [
    index('exposure_of_lenders_largest').on(table.amount.desc().nullsFirst(), table.lenderId),
  ],
)
