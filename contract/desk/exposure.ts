import { loanStatuses } from '#domain/loans/statuses.ts'
import { isExposureOrder, type ExposureOrder } from '#domain/desk/exposure.ts'
import { id, money, pageFields, percent, searchText, timestamp } from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

const slice = z.object({
  name: z.string(),
  /** The filter value for `GET /api/admin/exposure/loans`; null for the slice that combines all other lenders. */
  key: z.nullable(z.string()),
  amount: money,
  /** The share of all binding amounts, to two decimals. The slices in a list add up to 100. */
  percentage: percent,
})
export type ExposureSlice = z.infer<typeof slice>

export const exposure = z.object({
  asOf: timestamp,
  /** `offered…`, `bindingAmount` and `softAmount` only cover loans that accept commitments. */
  offeredLoans: z.int(),
  offeredAmount: money,
  bindingAmount: money,
  softAmount: money,
  uncommittedAmount: money,
  fundedLoans: z.int(),
  fundedAmount: money,
  fundedBindingAmount: money,
  /** All binding amounts on offered and funded loans. Each list below adds up to this amount to the cent. */
  concentratedAmount: money,
  /** The ten largest lenders, then all others combined. */
  byLender: z.array(slice),
  /** Largest first, like `byState`. */
  byPropertyType: z.array(slice),
  byState: z.array(slice),
  /** By year of maturity, soonest first; `Not set` if the maturity isn't known. */
  byMaturity: z.array(slice),
  /** Grouped by whole percent of the note rate, lowest first. */
  byRate: z.array(slice),
})
export type Exposure = z.infer<typeof exposure>

export const exposedLoan = z.object({
  id,
  title: z.string(),
  status: z.enum(loanStatuses),
  amount: money,
  bindingAmount: money,
  bindingPercentage: percent,
  softAmount: money,
  softPercentage: percent,
  /** Binding and soft shares combined, in percent; may exceed 100. */
  coveragePercentage: percent,
  uncommittedAmount: money,
  publishedAt: timestamp,
  /** The time of the last change to the loan's book; null if the loan never had a commitment. */
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

/** `none` selects loans without a property type, state or maturity. A property type named `none` is sent as `~none`. */
export const exposedLoanPage = z.object({
  /** `open` selects loans that accept commitments. Default: all. */
  status: z.optional(z.enum(['open', 'funded'], 'Must be open or funded')),
  propertyType: searchText(textLimits.propertyType),
  state: searchText(10),
  /** Whole percent: 7 selects 7.00% to 7.99%. */
  rate: numberOf(/^\d{1,3}$/, 'Must be a whole number'),
  maturity: numberOf(/^(\d{4}|none)$/, 'Must be a year, or none'),
  /** Only loans in which this lender holds a binding share. */
  lenderId: z.optional(id),
  sort: z.optional(order),
  ...pageFields(200),
  /** Longer than usual, because a cursor may contain a title. */
  cursor: searchText(1000),
})
