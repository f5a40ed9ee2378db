/** A person's visits of a loan. */
import * as z from 'zod/mini'
import { timestamp } from '#contract/wire.ts'

export const loanVisit = z.object({
  /** When the loan was last opened in the visit before this one; null on the first visit. */
  previousAt: z.nullable(timestamp),
})
