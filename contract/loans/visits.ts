/** A person's visits of a loan. */
import * as z from 'zod/mini'
import { timestamp } from '#contract/wire.ts'

export const loanVisit = z.object({
  /**
   * When the loan was last opened in the visit before this one; on the first visit, since when the person has
   * held a share of it or had it among the favorites, and null without either.
   */
  previousAt: z.nullable(timestamp),
})
