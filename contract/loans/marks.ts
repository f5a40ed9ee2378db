import { loanStages } from '#domain/loans/stages.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { optionalText } from '#contract/wire.ts'

const stage = z.enum(loanStages, 'Must be reviewing or passed')

/** A user's private mark on a loan. A mark has a stage, a note, or both. */
export const loanMark = z.object({ stage: z.nullable(stage), note: z.nullable(z.string()) })
export type LoanMark = z.infer<typeof loanMark>

/** Replaces the mark. An omitted field is cleared. */
export const newLoanMark = z.object({
  stage: z.pipe(
    z.optional(z.nullable(stage)),
    z.transform((value: LoanMark['stage'] | undefined) => value ?? null),
  ),
  note: optionalText(textLimits.loanNote),
})
