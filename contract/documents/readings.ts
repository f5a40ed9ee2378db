/** Which holders of a loan opened which of its documents, as administrators see it. */
import { flag, id, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const readings = z.object({
  /** How many lenders hold an active position on the loan. */
  holdersCount: z.int(),
  /** Newest first. */
  documents: z.array(
    z.object({
      id,
      filename: z.string(),
      /** How many of all holders opened or downloaded it. */
      openedBy: z.int(),
    }),
  ),
  /** The largest holders, at most 100. */
  holders: z.array(
    z.object({
      lenderId: id,
      lenderName: z.string(),
      lenderCompanyName: z.nullable(z.string()),
      /** Whether a message can be sent to it: an active lender who is no administrator. */
      isReachable: flag,
      /** The documents that it opened, each once. */
      opened: z.array(z.object({ documentId: id, lastAt: timestamp })),
    }),
  ),
})
export type Readings = z.infer<typeof readings>
