import { flag, inputFlag } from '#contract/wire.ts'
import { setupSteps } from '#domain/settings/setup-steps.ts'
import * as z from 'zod/mini'

export const setup = z.object({
  done: z.array(z.enum(setupSteps)),
  isHidden: flag,
  worksWithoutEmail: flag,
  /** The missing part: a mail server, or a sender (MAIL_FROM, or the company's email address). Null if both are set. */
  emailLacks: z.nullable(z.enum(['server', 'sender'])),
})
export type Setup = z.output<typeof setup>

export const setupChange = z.object({
  isHidden: z.optional(inputFlag),
  worksWithoutEmail: z.optional(inputFlag),
})
