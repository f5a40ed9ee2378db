/** The sample portfolio, as far as it is still there. */
import * as z from 'zod/mini'

export const sampleData = z.object({
  /** All are zero where there is no sample data. */
  loans: z.int(),
  people: z.int(),
  commitments: z.int(),
  messages: z.int(),
  /** Documents and photos. */
  files: z.int(),
  /** Why it can't be removed, a sentence each; the first few. Empty if it can. */
  uses: z.array(z.string()),
})
export type SampleData = z.output<typeof sampleData>
