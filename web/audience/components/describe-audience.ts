/** The words for an audience, and the people and firms that it consists of. */
import type { AccessRequest, LoanAudience } from '#contract/audience/shapes.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { formatShare, isAboveZero } from '#domain/money.ts'

export type AudienceFirm = LoanAudience['firms'][number]
type Sight = AudienceFirm['sees']

const sightWithoutAdmission: Record<Audience, Sight> = {
  everyone: 'full',
  teaser: 'teaser',
  invited: 'nothing',
}

const sightAmong =
  (chosen: readonly AudienceFirm[], audience: Audience) =>
  (firm: AudienceFirm): Sight =>
    chosen.includes(firm) ? 'full' : sightWithoutAdmission[audience]

export interface SightChange {
  name: string
  /** Those that ask for access come first. */
  firms: AudienceFirm[]
  /** True if visitors are affected too. */
  hasVisitors?: boolean
}

/** The firms that see less or more of the loan after a change. */
export function effectOf(
  { firms: all, requests, audience: stored }: Pick<LoanAudience, 'firms' | 'requests' | 'audience'>,
  chosen: readonly AudienceFirm[],
  audience: Audience,
) {
  const firms = askersFirst(all, askersOf(requests))
  const sightOf = sightAmong(chosen, audience)
  // If everyone sees the loan, only the firms that asked are notified.
  const isNotified = ({ id }: AudienceFirm) => audience !== 'everyone' || askersOf(requests).has(id)
  const gained = firms.filter((firm) => firm.sees !== 'full' && sightOf(firm) === 'full')
  const teased = firms.filter((firm) => firm.sees === 'nothing' && sightOf(firm) === 'teaser')
  const ended = firms.filter((firm) => firm.sees !== 'nothing' && sightOf(firm) === 'nothing')
  const lessened = firms.filter((firm) => firm.sees === 'full' && sightOf(firm) === 'teaser')
  const isFilled = (each: SightChange) => each.firms.length > 0 || each.hasVisitors === true
  // Whether visitors see a loan for everyone depends on a setting.
  const hasVisitors = stored === 'teaser' && audience === 'invited'
  return {
    losses: [
      { name: 'No longer see it', firms: ended, hasVisitors },
      { name: 'Only the teaser from now on', firms: lessened },
    ].filter(isFilled),
    gains: [
      { name: 'Newly see the teaser, not notified', firms: teased },
      { name: 'Newly see it, not notified', firms: gained.filter((firm) => !isNotified(firm)) },
      { name: 'Notified of their access', firms: gained.filter(isNotified) },
    ].filter(isFilled),
  }
}

/** The ids of the firms with an open request for access. */
export const askersOf = (requests: LoanAudience['requests']): ReadonlySet<string> =>
  new Set(requests.filter(({ state }) => state === 'open').map(({ firmId }) => firmId))

export const askersFirst = (firms: readonly AudienceFirm[], askers: ReadonlySet<string>) =>
  firms.toSorted((one, other) => Number(askers.has(other.id)) - Number(askers.has(one.id)))

/** The firms that ask for access, and that the change doesn't admit. */
export const askersLeftOut = (
  firms: readonly AudienceFirm[],
  askers: ReadonlySet<string>,
  chosen: readonly AudienceFirm[],
  audience: Audience,
) =>
  audience === 'everyone'
    ? []
    : firms.filter((firm) => askers.has(firm.id) && !chosen.includes(firm))

export const isHolder = ({
  bindingPercentage,
  softPercentage,
}: Pick<AudienceFirm, 'bindingPercentage' | 'softPercentage'>) =>
  isAboveZero(bindingPercentage) || isAboveZero(softPercentage)

/** Returns text such as "10% binding, 5% soft", or null for a firm without a position. */
export function describePosition({
  bindingPercentage,
  softPercentage,
}: Pick<AudienceFirm, 'bindingPercentage' | 'softPercentage'>): string | null {
  const parts = [
    isAboveZero(bindingPercentage) && `${formatShare(bindingPercentage)} binding`,
    isAboveZero(softPercentage) && `${formatShare(softPercentage)} soft`,
  ]
  return parts.filter(Boolean).join(', ') || null
}

/** Returns the company or the name of the firm that asks for access. */
export const nameAsker = ({ firmName, firmCompanyName }: AccessRequest) =>
  titleOfFirm({ name: firmName, companyName: firmCompanyName })

/** Returns the people of a firm, or null if the firm goes by the name of its only person. */
export function describePeople(firm: Pick<AudienceFirm, 'name' | 'companyName' | 'people'>) {
  const { people } = firm
  const names = people.map((person) => person.name)
  return names.length === 0
    ? 'No approved lender'
    : names.length === 1 && names[0] === titleOfFirm(firm)
      ? null
      : names.join(', ')
}

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${many}`

export const countFirms = (number: number) => count(number, 'firm', 'firms')
export const countPeople = (number: number) => count(number, 'person', 'people')

/** Returns text such as "13 firms, and all visitors". */
export const countAffected = ({ firms, hasVisitors }: SightChange) =>
  [firms.length > 0 && countFirms(firms.length), hasVisitors === true && 'all visitors']
    .filter(Boolean)
    .join(', and ')

/** Returns text such as "3 firms (7 people)". */
export const countAll = (firms: readonly Pick<AudienceFirm, 'people'>[]) =>
  `${countFirms(firms.length)} (${countPeople(firms.reduce((sum, { people }) => sum + people.length, 0))})`

type Named = Parameters<typeof titleOfFirm>[0]

/** Returns the firm's company or name, with its person if another of the firms has the same. */
export function nameAmong(firm: Named, firms: readonly Named[]): string {
  const title = titleOfFirm(firm)
  const isShared = firms.some((each) => each !== firm && titleOfFirm(each) === title)
  return isShared && firm.name !== title ? `${title} (${firm.name})` : title
}

/** Returns text such as "Alder Bank, Beacon Credit and 3 more". */
export function nameFirms(firms: readonly Named[], most = 3): string {
  const names = firms.map((firm) => nameAmong(firm, firms))
  const rest = names.length - most
  return rest > 1
    ? `${names.slice(0, most).join(', ')} and ${rest} more`
    : new Intl.ListFormat('en').format(names)
}

/** The numbers of firms and people who see the whole loan, and of those who see its teaser. */
export function whoSees(
  firms: readonly AudienceFirm[],
  chosen: readonly AudienceFirm[],
  audience: Audience,
) {
  const sightOf = sightAmong(chosen, audience)
  const teased = firms.filter((firm) => sightOf(firm) === 'teaser')
  return [
    { name: 'Whole loan', value: countAll(firms.filter((firm) => sightOf(firm) === 'full')) },
    ...(teased.length > 0
      ? [{ name: 'Teaser', value: `${countAll(teased)}, and all visitors` }]
      : []),
  ]
}
