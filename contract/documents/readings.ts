/** The document reading report: holders who opened a loan's documents. Visible to administrators only. */
import { flag, id, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const readings = z.object({
  holdersCount: z.int(),
  /** Newest first. */
  documents: z.array(
    z.object({
      id,
      filename: z.string(),
      openedBy: z.int(),
    }),
  ),
  /** The largest holders, at most 100. */
  holders: z.array(
    z.object({
      lenderId: id,
      lenderName: z.string(),
      lenderCompanyName: z.nullable(z.string()),
      /** Whether the holder can receive messages: an active lender who isn't an administrator. */
      isReachable: flag,
      opened: z.array(z.object({ documentId: id, lastAt: timestamp })),
    }),
  ),
})
export type Readings = z.infer<typeof readings>
