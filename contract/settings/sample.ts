import * as z from 'zod/mini'
import { id } from '#contract/wire.ts'

export const sampleData = z.object({
  loans: z.int(),
  people: z.int(),
  commitments: z.int(),
  messages: z.int(),
  files: z.int(),
  /** The first reasons why it can't be removed; empty if it can. */
  uses: z.array(
    z.object({
      text: z.string(),
      loan: z.nullable(z.object({ id, title: z.string() })),
    }),
  ),
})
export type SampleData = z.output<typeof sampleData>
