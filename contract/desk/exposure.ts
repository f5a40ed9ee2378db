/** What is offered and held on all loans together. */
import { loanStatuses } from '#domain/loans/statuses.ts'
import { isExposureOrder, type ExposureOrder } from '#domain/desk/exposure.ts'
import { id, money, pageFields, percent, searchText, timestamp } from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

/** Binding amounts that have something in common. */
const slice = z.object({
  name: z.string(),
  /** What `GET /api/admin/exposure/loans` takes to list them; null for the rest of the lenders. */
  key: z.nullable(z.string()),
  amount: money,
  /** Of all binding amounts, to two decimals; those of a list total 100. */
  percentage: percent,
})
export type ExposureSlice = z.infer<typeof slice>

export const exposure = z.object({
  /** When it was so. */
  asOf: timestamp,
  /** Loans that accept commitments, and what of them is committed, indicated, and neither. */
  offeredLoans: z.int(),
  offeredAmount: money,
  bindingAmount: money,
  softAmount: money,
  /** Offered less binding. */
  uncommittedAmount: money,
  fundedLoans: z.int(),
  fundedAmount: money,
  /** What lenders hold of the funded loans. */
  fundedBindingAmount: money,
  /** All binding amounts, on offered and funded loans: what each of these lists totals to the cent. */
  concentratedAmount: money,
  /** The ten largest, and the rest together. */
  byLender: z.array(slice),
  /** Largest first, as the states. */
  byPropertyType: z.array(slice),
  byState: z.array(slice),
  /** By the year in which the loan matures, soonest first; `Not set` before it is funded. */
  byMaturity: z.array(slice),
  /** By whole percents of the note rate, lowest first. */
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
  /** Binding and soft together; may exceed 100. */
  coveragePercentage: percent,
  /** The amount less the binding amount. */
  uncommittedAmount: money,
  publishedAt: timestamp,
  /** When its book last changed; null for a book without any entry. */
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

/** Which loans; `none` is those without a property type, state or maturity; a type spelled `none` is `~none`. */
export const exposedLoanPage = z.object({
  /** `open` is what accepts commitments, as in the list of loans; by default all. */
  status: z.optional(z.enum(['open', 'funded'], 'Must be open or funded')),
  propertyType: searchText(textLimits.propertyType),
  state: searchText(10),
  /** Whole percents: 7 is from 7.00% to 7.99%. */
  rate: numberOf(/^\d{1,3}$/, 'Must be a whole number'),
  maturity: numberOf(/^(\d{4}|none)$/, 'Must be a year, or none'),
  /** Only loans of which this lender holds a binding share. */
  lenderId: z.optional(id),
  sort: z.optional(order),
  ...pageFields(200),
  /** A title may be part of it. */
  cursor: searchText(1000),
})
