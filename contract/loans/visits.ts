import * as z from 'zod/mini'
import { timestamp } from '#contract/wire.ts'

export const loanVisit = z.object({
  /**
   * The time when the loan was last opened in the previous visit. At a first visit, the time since which the user has
   * held the loan or had it as a favorite, or null.
   */
  previousAt: z.nullable(timestamp),
})
