import type { ActContext } from '#domain/book/act-entries.ts'
import type { Line } from '#domain/book/lines.ts'

/** The last instruction stays on the commitment until the lender acts. */
export const actedOn = (
  { actor }: ActContext,
  instruction: ActContext['instruction'],
): Pick<Line, 'actedBy' | 'instructedBy' | 'instructedOn'> => ({
  actedBy: instruction && actor.id,
  instructedBy: instruction?.instructedBy ?? null,
  instructedOn: instruction?.instructedOn ?? null,
})
