import { bookStages } from '#domain/loans/dates/book-stages.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import { isExposureOrder, type ExposureOrder } from '#domain/desk/exposure.ts'
import { compareFigures, wholePercent } from '#domain/money.ts'
import {
  id,
  money,
  optionalPercent,
  pageFields,
  percent,
  searchText,
  timestamp,
} from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

const slice = z.object({
  name: z.string(),
  /** The filter value for `GET /api/admin/exposure/loans`. It is null for the slice that combines all other lenders. */
  key: z.nullable(z.string()),
  amount: money,
  /** The slice's percentage of all binding amounts, to two decimal places. The percentages in a list add up to 100. */
  percentage: percent,
})
export type ExposureSlice = z.infer<typeof slice>

const maturitySlice = z.extend(slice, {
  estimatedAmount: money,
})

/** Limits on the share of all binding amounts for one lender, state, or property type. Null means no limit. */
export const exposureLimits = z.object({
  lender: z.nullable(percent),
  state: z.nullable(percent),
  propertyType: z.nullable(percent),
})

const limit = (name: string) =>
  optionalPercent({ name, notPositive: `${name} must be more than 0, and at most 100` }).check(
    z.refine(
      (share) => share === null || compareFigures(share, wholePercent(100)) <= 0,
      `${name} must be more than 0, and at most 100`,
    ),
  )

/** A null, blank, or missing value removes the limit. */
export const newExposureLimits = z.object({
  lender: limit('Limit for a lender'),
  state: limit('Limit for a state'),
  propertyType: limit('Limit for a property type'),
})

/** A week's changes to the binding and soft amounts: new amounts minus ended amounts. Can be negative. */
export const exposureWeek = z.object({
  /** The first day of the week, a Monday, in the configured time zone. */
  monday: z.string(),
  bindingAmount: money,
  softAmount: money,
})
export type ExposureWeek = z.infer<typeof exposureWeek>

export const exposure = z.object({
  asOf: timestamp,
  /** The fields `offered…`, `bindingAmount`, and `softAmount` include only loans that accept commitments. */
  offeredLoans: z.int(),
  offeredAmount: money,
  bindingAmount: money,
  softAmount: money,
  uncommittedAmount: money,
  fundedLoans: z.int(),
  fundedAmount: money,
  fundedBindingAmount: money,
  /** The binding amounts on all offered and funded loans. Each list below adds up to this amount to the cent. */
  concentratedAmount: money,
  /** The ten largest lenders, followed by all others combined and the originator's holds. */
  byLender: z.array(slice),
  byPropertyType: z.array(slice),
  byState: z.array(slice),
  /**
   * The slices by year of maturity, soonest first, then `Not set` for funded loans without a funding date. For unfunded
   * loans, the year is an estimate that assumes closing on the planned closing date or today.
   */
  byMaturity: z.array(maturitySlice),
  byRate: z.array(slice),
  limits: exposureLimits,
})
export type Exposure = z.infer<typeof exposure>

export const exposedLoan = z.object({
  id,
  title: z.string(),
  status: z.enum(loanStatuses),
  bookStage: z.enum(bookStages),
  commitmentDeadline: z.nullable(timestamp),
  amount: money,
  bindingAmount: money,
  bindingPercentage: percent,
  softAmount: money,
  softPercentage: percent,
  /** Binding and soft shares combined, in percent. The sum can exceed 100. */
  coveragePercentage: percent,
  uncommittedAmount: money,
  publishedAt: timestamp,
  /** The time when the loan's commitments last changed, or null if it never had any. */
  movedAt: z.nullable(timestamp),
})
export type ExposedLoan = z.infer<typeof exposedLoan>

const order = z.pipe(
  z
    .string('Must be one of the orders')
    .check(z.refine((text) => isExposureOrder(text), 'Must be one of the orders')),
  z.transform((text: string) => text as ExposureOrder),
)
const numberOf = (pattern: RegExp, message: string) =>
  z.optional(z.string(message).check(z.regex(pattern, message)))

/**
 * The value `none` selects loans without a property type, state, or maturity. A type named `none` is sent as `~none`.
 */
export const exposedLoanPage = z.object({
  /** The value `open` selects loans that accept commitments. By default, all loans are selected. */
  status: z.optional(z.enum(['open', 'funded'], 'Must be open or funded')),
  propertyType: searchText(textLimits.propertyType),
  state: searchText(10),
  /** The whole-number part of the rate. For example, 7 selects 7.00% to 7.99%. */
  rate: numberOf(/^\d{1,3}$/, 'Must be a whole number'),
  maturity: numberOf(/^(\d{4}|none)$/, 'Must be a year, or none'),
  lenderId: z.optional(id),
  sort: z.optional(order),
  ...pageFields(200),
  /** The maximum length of a cursor. It is longer than usual, because a cursor can contain a title. */
  cursor: searchText(1000),
})
