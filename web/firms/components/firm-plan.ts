import type { FirmProposal } from '#contract/firms/shapes.ts'

export type ProposedFirm = FirmProposal['firms'][number]
export type ProposedPerson = ProposedFirm['peopleList'][number]

const isFixed = ({ peopleList }: ProposedFirm) =>
  peopleList.some(({ can }) => !can.includes('move'))

/**
 * The firm that stays is one whose people can't leave it, because it has records, or else a named one. The people of
 * other firms with records can't be moved.
 */
export function planOf(
  { firms }: FirmProposal,
  keptId?: string,
): { kept: ProposedFirm | undefined; moved: ProposedPerson[]; left: ProposedPerson[] } {
  const kept =
    firms.find(({ id }) => id === keptId) ??
    firms.find((firm) => isFixed(firm) && firm.name !== null) ??
    firms.find(isFixed) ??
    firms.find(({ name }) => name !== null) ??
    firms.at(-1)
  const others = firms.filter((firm) => firm !== kept).flatMap(({ peopleList }) => peopleList)
  return {
    kept,
    moved: others.filter(({ can }) => can.includes('move')),
    left: others.filter(({ can }) => !can.includes('move')),
  }
}
