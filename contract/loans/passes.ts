import { passReasons } from '#domain/book/syndicate/passes.ts'
import { textLimits } from '#domain/texts.ts'
import { optionalText, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const pass = z.object({
  reason: z.enum(passReasons),
  comment: z.nullable(z.string()),
  createdAt: timestamp,
})
export type Pass = z.infer<typeof pass>

export const newPass = z.object({
  reason: z.enum(passReasons, 'Please choose a reason'),
  comment: optionalText(textLimits.passComment),
})
