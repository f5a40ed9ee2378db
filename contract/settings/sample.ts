/** The sample portfolio, as far as it is still there. */
import * as z from 'zod/mini'
import { id } from '#contract/wire.ts'

export const sampleData = z.object({
  /** All are zero where there is no sample data. */
  loans: z.int(),
  people: z.int(),
  commitments: z.int(),
  messages: z.int(),
  /** Documents and photos. */
  files: z.int(),
  /** Why it can't be removed; the first few. Empty if it can. */
  uses: z.array(
    z.object({
      /** In one or two sentences. */
      text: z.string(),
      /** The loan that the text names; null if it names none. */
      loan: z.nullable(z.object({ id, title: z.string() })),
    }),
  ),
})
export type SampleData = z.output<typeof sampleData>
