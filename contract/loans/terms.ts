import { money, percent, rate } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const fullTerms = z.object({
  amount: money,
  interestRate: percent,
  /** The exact note rate, or null if it equals the interest rate. */
  noteRate: z.nullable(rate),
  /** The term in months. */
  term: z.int(),
})
