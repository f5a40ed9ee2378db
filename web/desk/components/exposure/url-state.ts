/** Which loans of the exposure are listed and in which order, as the page's address has it. */
import { isExposureOrder, nameOfKey, type ExposureOrder } from '#domain/desk/exposure.ts'
import { rateBandFrom } from '#domain/position/concentration.ts'
import { textLimits } from '#domain/texts.ts'

/** What the lists of the concentration go by. */
export const spreads = ['lenderId', 'propertyType', 'state', 'maturity', 'rate'] as const
export type Spread = (typeof spreads)[number]

export interface ExposureState {
  status: 'open' | 'funded' | 'all'
  sort: ExposureOrder
  /** The bar whose loans are listed. */
  bar: { by: Spread; key: string } | null
}

const accepted: Record<Spread, RegExp> = {
  lenderId: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  propertyType: new RegExp(`^.{1,${textLimits.propertyType}}$`, 's'),
  state: /^.{1,10}$/,
  maturity: /^(\d{4}|none)$/,
  rate: /^\d{1,3}$/,
}

/** Parses the address's query; unknown values count as not given. */
export function readExposureState(query: string): ExposureState {
  const given = new URLSearchParams(query)
  const [status, sort] = [given.get('status'), given.get('sort') ?? '']
  const by = spreads.find((each) => accepted[each].test(given.get(each) ?? ''))
  return {
    status: status === 'funded' || status === 'all' ? status : 'open',
    sort: isExposureOrder(sort) ? sort : '-gap',
    bar: by ? { by, key: given.get(by) ?? '' } : null,
  }
}

export function printExposureState({ status, sort, bar }: ExposureState): string {
  const query = new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(bar && { [bar.by]: bar.key }),
    ...(sort !== '-gap' && { sort }),
  })
  return query.toString()
}

/** The query of the call. */
export const toLoanQuery = ({ status, sort, bar }: ExposureState) => ({
  sort,
  ...(status !== 'all' && { status }),
  ...(bar && { [bar.by]: bar.key }),
})

/** What is said of each, and of what has no key. */
const bars: Record<Spread, { label: string; missing: string }> = {
  lenderId: { label: 'Lender', missing: '' },
  propertyType: { label: 'Property type', missing: 'Not specified' },
  state: { label: 'State', missing: 'Other' },
  maturity: { label: 'Maturity', missing: 'Not set' },
  rate: { label: 'Rate', missing: '' },
}

/** What a bar is called beside the list of its loans; the name of a lender is not in its key. */
export function describeBar({ by, key }: { by: Spread; key: string }, lenderName?: string): string {
  const { label, missing } = bars[by]
  if (by === 'lenderId') return `${label}: ${lenderName ?? 'selected'}`
  if (by === 'rate') return `${label}: ${rateBandFrom(Number(key))}`
  return `${label}: ${nameOfKey(key) ?? missing}`
}
