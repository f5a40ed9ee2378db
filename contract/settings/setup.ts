/** What remains to be set up on a new desk. */
import { flag, inputFlag } from '#contract/wire.ts'
import { setupSteps } from '#domain/settings/setup-steps.ts'
import * as z from 'zod/mini'

export const setup = z.object({
  /** The steps that are done, as the facts have it. */
  done: z.array(z.enum(setupSteps)),
  /** Whether an administrator removed the list from the dashboard. */
  isHidden: flag,
  worksWithoutEmail: flag,
  /** A mail server, or a sender of one's own (MAIL_FROM, or the company's email); null if there are both. */
  emailLacks: z.nullable(z.enum(['server', 'sender'])),
})
export type Setup = z.output<typeof setup>

export const setupChange = z.object({
  isHidden: z.optional(inputFlag),
  worksWithoutEmail: z.optional(inputFlag),
})
