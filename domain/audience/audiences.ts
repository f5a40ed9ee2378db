/** The audience of a loan, the answers to requests for access, and the columns of a teaser. */
import type { LoanField } from '#domain/loans/fields.ts'

/**
 * - `everyone`: all readers see the loan in full.
 * - `teaser`: firms that aren't admitted, pending lenders and visitors see a short form.
 * - `invited`: they don't see the loan at all.
 */
export const audiences = ['everyone', 'teaser', 'invited'] as const
export type Audience = (typeof audiences)[number]

export const audienceLabels: Record<Audience, string> = {
  everyone: 'Everyone',
  teaser: 'Everyone, as a teaser',
  invited: 'Invited firms only',
}

/** A request is over once the loan is funded or the firm is deactivated. */
export const accessRequestStates = ['open', 'granted', 'refused', 'withdrawn', 'over'] as const

/** The loan's fields that a teaser shows. It hides all others, and so every field that is added later. */
export const teaserFields: readonly LoanField[] = [
  'title',
  'amount',
  'interestRate',
  'noteRate',
  'term',
  'status',
  'fundedOn',
  'propertyType',
  'ltv',
  'imageUrl',
  'commitmentDeadline',
  'closingDate',
]

/** The borrower's name on a teaser. */
export const undisclosed = 'Undisclosed'
