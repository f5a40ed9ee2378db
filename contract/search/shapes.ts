import { loanStatuses } from '#domain/loans/statuses.ts'
import { textLimits } from '#domain/texts.ts'
import { flag, id, text } from '#contract/wire.ts'
import * as z from 'zod/mini'

export const searchQuery = z.object({ q: text(textLimits.search) })

/** The results in each group, with the best matches first. A group that the caller can't see is empty. */
export const searchResults = z.object({
  loans: z.array(
    z.object({
      id,
      title: z.string(),
      borrowerName: z.string(),
      propertyType: z.nullable(z.string()),
      propertyAddress: z.nullable(z.string()),
      status: z.enum(loanStatuses),
      isDraft: flag,
    }),
  ),
  documents: z.array(
    z.object({ id, filename: z.string(), loanId: id, loanTitle: z.string(), isDraft: flag }),
  ),
  lenders: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      companyName: z.nullable(z.string()),
      isAdmin: flag,
      isApproved: flag,
      isDeactivated: flag,
    }),
  ),
  firms: z.array(z.object({ id, name: z.string(), people: z.int() })),
  /** Companies that people gave and that aren't their firm's name. */
  companies: z.array(z.object({ name: z.string(), people: z.int() })),
})
export type SearchResults = z.infer<typeof searchResults>
