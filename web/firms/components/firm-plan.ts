import type { FirmProposal } from '#contract/firms/shapes.ts'
import type { FirmRole } from '#domain/access.ts'
import { formatCents, isAboveZero } from '#domain/money.ts'
import { emailDomainOf, publicEmailDomains } from '#domain/texts.ts'

export type ProposedFirm = FirmProposal['firms'][number]
export type ProposedPerson = ProposedFirm['peopleList'][number]

/** The people of a firm who can't leave it. */
export const fixedPeople = ({ peopleList }: ProposedFirm) =>
  peopleList.filter(({ can }) => !can.includes('move'))

const isFixed = (firm: ProposedFirm) => fixedPeople(firm).length > 0

/** The firm that most people join without a warning, and the last one of these. */
function mostJoined(firms: readonly ProposedFirm[]): ProposedFirm | undefined {
  const countJoining = (kept: ProposedFirm) =>
    firms
      .filter((firm) => firm !== kept)
      .flatMap(({ peopleList }) => peopleList)
      .filter((person) => joinsAtFirst(person, kept)).length
  return firms.toReversed().toSorted((one, other) => countJoining(other) - countJoining(one))[0]
}

/**
 * The firm that stays is one whose people can't leave it, because it has records, or else a named one. The people of
 * other firms with records can't be moved.
 */
export function planOf(
  { firms }: FirmProposal,
  keptId?: string,
): {
  kept: ProposedFirm | undefined
  others: ProposedFirm[]
  movable: ProposedPerson[]
} {
  const kept =
    firms.find(({ id }) => id === keptId) ??
    firms.find((firm) => isFixed(firm) && firm.name !== null) ??
    firms.find(isFixed) ??
    firms.find(({ name }) => name !== null) ??
    mostJoined(firms)
  const others = firms.filter((firm) => firm !== kept)
  const people = others.flatMap(({ peopleList }) => peopleList)
  return { kept, others, movable: people.filter(({ can }) => can.includes('move')) }
}

/** Returns sentences about why people can't leave the firm, and what helps, or null if all can. */
export function describeFixed(firm: ProposedFirm): string | null {
  const fixed = fixedPeople(firm)
  if (fixed.length === 0) return null
  const isAlone = firm.peopleList.every((each) => fixed.includes(each) || each.state !== 'active')
  const positions = describePositions(firm)
  const why = !isAlone
    ? 'another person of their firm must be its manager first'
    : positions
      ? `their firm holds ${positions}, which stays there with someone active. Invite a colleague to that firm first`
      : 'their firm has commitments or messages on record, which stay there with someone active. Invite a colleague to that firm first'
  return `${namesOf(fixed)} can't join: ${why}.`
}

/** Returns a warning if the person's email address doesn't show the kept firm, because anyone can give a company. */
export function describeDomain({ email }: ProposedPerson, kept?: ProposedFirm): string | null {
  const domain = emailDomainOf(email)
  if (publicEmailDomains.includes(domain)) return 'Public email service'
  const isShared = kept?.peopleList.some((each) => emailDomainOf(each.email) === domain) ?? true
  return isShared ? null : 'Another email domain'
}

/** Deactivated people, and those whose email address gives a warning, join only if the administrator ticks them. */
export const joinsAtFirst = (person: ProposedPerson, kept?: ProposedFirm): boolean =>
  person.state !== 'deactivated' && describeDomain(person, kept) === null

/** A pending person reads until an administrator has approved the account, and given another role if need be. */
export const roleAtFirst = ({ state }: ProposedPerson): FirmRole =>
  state === 'pending' ? 'viewer' : 'committer'

/** Returns sentences about the kept firm's name and the people: who is still to be approved, sees more, or stays out. */
export function describeJoining(
  kept: ProposedFirm,
  others: readonly ProposedFirm[],
  joining: readonly ProposedPerson[],
  companyName: string,
): string[] {
  if (joining.length === 0) return ['Nobody is chosen to join.']
  const pending = joining.filter(({ state }) => state === 'pending')
  const ids = new Set(joining.map(({ id }) => id))
  const out = others
    .flatMap(({ peopleList }) => peopleList)
    .filter(
      (each) => !ids.has(each.id) && each.can.includes('move') && each.state !== 'deactivated',
    )
  const left = others.filter(({ peopleList }) => peopleList.some(({ id }) => ids.has(id)))
  const isNew = (title: string) =>
    left.some(({ restrictedLoans }) => !restrictedLoans.includes(title))
  const seen = kept.restrictedLoans.filter(isNew)
  return [
    kept.name === null &&
      `The kept firm gets the name ${companyName}, and keeps it even if its people change. You can rename it.`,
    pending.length > 0 &&
      `${namesOf(pending)} still ${pending.length === 1 ? 'awaits' : 'await'} your approval.`,
    seen.length > 0 &&
      `${namesOf(joining)} newly ${joining.length === 1 ? 'sees' : 'see'} ${listed(seen)}.`,
    out.length > 0 &&
      `${namesOf(out)} ${out.length === 1 ? 'stays a possible duplicate' : 'stay possible duplicates'}.`,
  ].filter((line) => line !== false)
}

/** Returns text such as "$14,220,000.00 binding and $1,000,000.00 soft on 9 loans", or null without a position. */
export function describePositions(firm: ProposedFirm): string | null {
  const { activeLoans, bindingAmount, softAmount } = firm
  const parts = [
    isAboveZero(bindingAmount) && `${formatCents(bindingAmount)} binding`,
    isAboveZero(softAmount) && `${formatCents(softAmount)} soft`,
  ].filter(Boolean)
  return parts.length === 0 ? null : `${parts.join(' and ')} on ${countLoans(activeLoans)}`
}

/** True if nobody active would stay with the positions of another firm, which the server refuses. */
export const wouldStrand = (firm: ProposedFirm, joining: ReadonlySet<string>): boolean =>
  firm.activeLoans > 0 &&
  firm.peopleList.some(({ id }) => joining.has(id)) &&
  !firm.peopleList.some(({ id, state }) => state === 'active' && !joining.has(id))

/** Returns why the chosen people can't be moved, and what helps, or null if they can. */
export function obstacleToMerge(
  { kept, others, movable }: ReturnType<typeof planOf>,
  joining: readonly ProposedPerson[],
): string | null {
  if (movable.length === 0) return 'Nobody can join yet. Each person has the reason below the name.'
  if (joining.length === 0) {
    const doubtful = movable.filter((person) => describeDomain(person, kept) !== null)
    if (doubtful.length < movable.length) return 'Choose who joins.'
    const check =
      doubtful.length === 1
        ? `The email address of ${namesOf(doubtful)} has a warning, so check it first.`
        : `The email addresses of ${namesOf(doubtful)} have warnings, so check them first.`
    return `Choose who joins. ${check}`
  }
  const ids = new Set(joining.map(({ id }) => id))
  const stranded = others.find((firm) => wouldStrand(firm, ids))
  return stranded ? describeLeft(stranded, ids) : null
}

/** Returns a sentence about another firm and its positions afterward, or null if nobody leaves it. */
export function describeLeft(firm: ProposedFirm, joining: ReadonlySet<string>): string | null {
  const staying = firm.peopleList.filter(({ id }) => !joining.has(id))
  if (staying.length === firm.peopleList.length) return null
  const positions = describePositions(firm)
  if (wouldStrand(firm, joining))
    return `The firm of ${namesOf(firm.peopleList)} keeps ${positions}, so someone active must stay in it.`
  if (staying.length > 0)
    return `The firm of ${namesOf(staying)} keeps ${positions ?? 'no positions'}.`
  const ended = [
    firm.admittedLoans > 0 && `its admission to ${countLoans(firm.admittedLoans)}`,
    firm.accessRequests > 0 && 'its requests for access',
  ].filter(Boolean)
  const end = ended.length === 0 ? 'ends' : `ends with ${ended.join(' and ')}`
  return `The firm of ${namesOf(firm.peopleList)} has no positions, and ${end}.`
}

/** The people of a firm who aren't deactivated. */
export const countPeople = (
  { peopleList }: ProposedFirm,
  counts: (person: ProposedPerson) => boolean = () => true,
): number => peopleList.filter((person) => person.state !== 'deactivated' && counts(person)).length

const countLoans = (count: number) => (count === 1 ? '1 loan' : `${count} loans`)

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

export const namesOf = (people: readonly ProposedPerson[]) => listed(people.map(({ name }) => name))
