import { loanStages } from '#domain/loans/stages.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { optionalText } from '#contract/wire.ts'

const stage = z.enum(loanStages, 'Must be reviewing or passed')

/** A person's private mark of a loan. Without a stage and a note, there is no mark. */
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
