import { loanStatuses } from '#domain/loans/statuses.ts'
import { isExposureOrder, type ExposureOrder } from '#domain/desk/exposure.ts'
import { id, money, pageFields, percent, searchText, timestamp } from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

const slice = z.object({
  name: z.string(),
  /** The filter value for `GET /api/admin/exposure/loans`. Null for the slice that combines all other lenders. */
  key: z.nullable(z.string()),
  amount: money,
  /** The slice's share of all binding amounts, to two decimals. The slices in a list add up to 100. */
  percentage: percent,
})
export type ExposureSlice = z.infer<typeof slice>

export const exposure = z.object({
  asOf: timestamp,
  /** `offered…`, `bindingAmount` and `softAmount` include only loans that accept commitments. */
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
  /** The ten largest lenders, then all others combined. */
  byLender: z.array(slice),
  /** Largest first, like `byState`. */
  byPropertyType: z.array(slice),
  byState: z.array(slice),
  /** By year of maturity, soonest first; `Not set` if the maturity is unknown. */
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
  /** Binding and soft shares combined, in percent. Can exceed 100. */
  coveragePercentage: percent,
  uncommittedAmount: money,
  publishedAt: timestamp,
  /** The time of the last change to the loan's commitments; null if the loan never had any. */
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

/** `none` selects loans without a property type, state or maturity. A type named `none` is sent as `~none`. */
export const exposedLoanPage = z.object({
  /** `open` selects loans that accept commitments. Default: all. */
  status: z.optional(z.enum(['open', 'funded'], 'Must be open or funded')),
  propertyType: searchText(textLimits.propertyType),
  state: searchText(10),
  /** Whole percent: 7 selects 7.00% to 7.99%. */
  rate: numberOf(/^\d{1,3}$/, 'Must be a whole number'),
  maturity: numberOf(/^(\d{4}|none)$/, 'Must be a year, or none'),
  /** Only loans in which this lender has a binding share. */
  lenderId: z.optional(id),
  sort: z.optional(order),
  ...pageFields(200),
  /** Longer than usual, because a cursor can contain a title. */
  cursor: searchText(1000),
})
