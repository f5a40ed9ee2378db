import { accessRequestStates } from '#domain/audience/audiences.ts'
import { id, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

/** The request of the caller's firm for access to a teaser. */
export const ownAccessRequest = z.object({
  id,
  state: z.enum(accessRequestStates),
  message: z.nullable(z.string()),
  /** The administrators' message to the firm, if they answered with one. */
  answer: z.nullable(z.string()),
  createdAt: timestamp,
  answeredAt: z.nullable(timestamp),
})
export type OwnAccessRequest = z.infer<typeof ownAccessRequest>
