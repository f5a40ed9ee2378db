/** The filter and sort order of the exposure page's loan list, stored in the URL. */
import { isExposureOrder, nameOfKey, type ExposureOrder } from '#domain/desk/exposure.ts'
import { rateBandFrom } from '#domain/position/concentration.ts'
import { textLimits } from '#domain/texts.ts'

export const spreads = ['lenderId', 'propertyType', 'state', 'maturity', 'rate'] as const
export type Spread = (typeof spreads)[number]

export interface ExposureState {
  status: 'open' | 'funded' | 'all'
  sort: ExposureOrder
  bar: { by: Spread; key: string } | null
}

const accepted: Record<Spread, RegExp> = {
  lenderId: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  propertyType: new RegExp(`^.{1,${textLimits.propertyType}}$`, 's'),
  state: /^.{1,10}$/,
  maturity: /^(\d{4}|none)$/,
  rate: /^\d{1,3}$/,
}

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

export const toLoanQuery = ({ status, sort, bar }: ExposureState) => ({
  sort,
  ...(status !== 'all' && { status }),
  ...(bar && { [bar.by]: bar.key }),
})

const bars: Record<Spread, { label: string; missing: string }> = {
  lenderId: { label: 'Lender', missing: '' },
  propertyType: { label: 'Property type', missing: 'Not specified' },
  state: { label: 'State', missing: 'Other' },
  maturity: { label: 'Maturity', missing: 'Not set' },
  rate: { label: 'Rate', missing: '' },
}

/** For a lender's bar, `lenderName` is required, because the bar's key is an id. */
export function describeBar({ by, key }: { by: Spread; key: string }, lenderName?: string): string {
  const { label, missing } = bars[by]
  if (by === 'lenderId') return `${label}: ${lenderName ?? 'selected'}`
  if (by === 'rate') return `${label}: ${rateBandFrom(Number(key))}`
  return `${label}: ${nameOfKey(key) ?? missing}`
}
