/** The units of an import column's figures, and the detection of columns in an unexpected unit. */
import type { CellKind } from './columns.ts'

export const units = [
  'percent',
  'fraction',
  'basisPoints',
  'dollars',
  'thousands',
  'millions',
  'months',
  'years',
] as const
export type Unit = (typeof units)[number]

const ofPercents: readonly Unit[] = ['percent', 'fraction', 'basisPoints']
const unitsByKind: Partial<Record<CellKind, readonly Unit[]>> = {
  percent: ofPercents,
  rate: ofPercents,
  money: ['dollars', 'thousands', 'millions'],
  months: ['months', 'years'],
}

/** The units that a column of this kind can have. The first is the default. */
export const unitsOf = (kind: CellKind): readonly Unit[] => unitsByKind[kind] ?? []

export const unitNames: Record<Unit, string> = {
  percent: 'Percent',
  fraction: 'Fractions of one',
  basisPoints: 'Basis points',
  dollars: 'Dollars',
  thousands: 'Thousands of dollars',
  millions: 'Millions of dollars',
  months: 'Months',
  years: 'Years',
}

const pointMoves: Partial<Record<Unit, number>> = {
  fraction: 2,
  basisPoints: -2,
  thousands: 3,
  millions: 6,
}

/** Converts a decimal figure exactly to percent, dollars, or months. */
export function scaleFigure(figure: string, unit: Unit): string {
  if (unit !== 'years') return movePoint(figure, pointMoves[unit] ?? 0)
  const [whole = '', fraction = ''] = figure.split('.')
  return movePoint(String(BigInt(whole + fraction) * 12n), -fraction.length)
}

function movePoint(figure: string, places: number): string {
  if (places === 0) return figure
  const [, sign = '', before = '', after = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(figure) ?? []
  const at = before.length + places
  const digits = (before + after).padEnd(at, '0')
  const whole = at > 0 ? digits.slice(0, at) : '0'
  const rest = at > 0 ? digits.slice(at) : '0'.repeat(-at) + digits
  const decimals = rest.replace(/0+$/, '')
  return sign + whole.replace(/^0+(?=\d)/, '') + (decimals && `.${decimals}`)
}

const unitWords: [Unit, RegExp][] = [
  ['thousands', /\b(?:in )?thousands\b|\b000s?\b|\bin 000/i],
  ['millions', /\b(?:in )?millions\b|\bmm\b|\$ ?m\b/i],
  ['basisPoints', /\bbps?\b|\bbasis points\b/i],
  ['years', /\b(?:years?|yrs?)\b/i],
  ['months', /\b(?:months?|mos?)\b/i],
  ['percent', /%|\b(?:pct|percent)\b/i],
  ['fraction', /\b(?:decimal|fraction)s?\b/i],
  ['dollars', /\b(?:usd|dollars)\b/i],
]

const spaced = (header: string) => header.replaceAll('_', ' ')

/** The unit named in a header, such as thousands for "Loan Amount ($000s)", or null. */
export function unitOfHeader(kind: CellKind, header: string): Unit | null {
  const possible = unitsOf(kind)
  const found = unitWords.find(
    ([unit, words]) => possible.includes(unit) && words.test(spaced(header)),
  )
  return found?.[0] ?? null
}

/** The header without a unit, such as "Loan Amount" for "Loan Amount ($000s)". */
export const withoutUnit = (header: string) =>
  unitWords
    .reduce((rest, [, words]) => rest.replaceAll(new RegExp(words, 'gi'), ' '), spaced(header))
    .replaceAll(/\bin\s*$|\$/gi, ' ')

interface Bounds {
  /** If all figures are below this bound, the column is probably in fractions, thousands, or years. */
  lowest: number
  /** If all figures are above this bound, the column is probably in basis points. */
  highest?: number
  /** True if individual figures below `lowest` are common. */
  isOftenLow?: true
}

const rates: Bounds = { lowest: 1, highest: 50 }
const prices: Bounds = { lowest: 100_000 }
const incomes: Bounds = { lowest: 10_000, isOftenLow: true }
const terms: Bounds = { lowest: 11, isOftenLow: true }

const boundsOf: Partial<Record<string, Bounds>> = {
  interestRate: rates,
  noteRate: rates,
  rateSpread: { ...rates, isOftenLow: true },
  rateFloor: { ...rates, isOftenLow: true },
  // An LTV in fractions can exceed 1, but no loan has an LTV below 5%.
  ltv: { lowest: 5, highest: 200 },
  originationFee: { lowest: 1, highest: 200, isOftenLow: true },
  debtYield: { lowest: 1, highest: 200 },
  debtYieldStabilized: { lowest: 1, highest: 200 },
  amount: prices,
  asIsValue: prices,
  asCompleteValue: prices,
  totalCost: prices,
  interestReserve: incomes,
  noiInPlace: incomes,
  noiStabilized: incomes,
  term: terms,
  interestOnlyMonths: terms,
  amortizationMonths: { ...terms, lowest: 41 },
}

const wholePart = (figure: string) => BigInt(figure.replace('-', '').split('.')[0] || '0')
const isZero = (figure: string) => !/[1-9]/.test(figure)
const isBelow = (figure: string, bound: number) => wholePart(figure) < BigInt(bound)
const isAbove = (figure: string, bound: number) =>
  !isBelow(figure, bound) &&
  (wholePart(figure) > BigInt(bound) || !isZero(figure.split('.')[1] ?? ''))

interface Figures {
  field: string
  kind: CellKind
  named: Unit | null
  /** The figures whose text doesn't include a unit, such as a percent sign. */
  figures: readonly string[]
}

/**
 * Returns the unit that all figures of a column suggest. Returns null if there is none, or if it is the expected unit.
 */
export function suspectedUnit({ field, kind, named, figures }: Figures): Unit | null {
  const bounds = boundsOf[field]
  const given = figures.filter((figure) => !isZero(figure))
  if (!bounds || given.length === 0) return null
  const [usual] = unitsOf(kind)
  if (named !== null && named !== usual)
    return contradictsHeader(named, given) ? (usual ?? null) : null
  const { lowest, highest, isOftenLow } = bounds
  if (highest !== undefined && given.every((figure) => isAbove(figure, highest)))
    return 'basisPoints'
  const areLow = given.every((figure) => isBelow(figure, lowest))
  if (!areLow || (named !== null && isOftenLow)) return null
  if (kind !== 'money') return kind === 'months' ? 'years' : 'fraction'
  return given.every((figure) => isBelow(figure, 200)) ? 'millions' : 'thousands'
}

/** True if figures are too large or too small for the unit in the header, such as 4,250,000 thousand dollars. */
function contradictsHeader(named: Unit, figures: readonly string[]): boolean {
  const { above, below } = unlikely[named] ?? {}
  return (
    (above !== undefined && figures.some((figure) => isAbove(figure, above))) ||
    (below !== undefined && figures.every((figure) => isBelow(figure, below)))
  )
}

const unlikely: Partial<Record<Unit, { above?: number; below?: number }>> = {
  thousands: { above: 2_000_000 },
  millions: { above: 5_000 },
  basisPoints: { below: 20 },
  fraction: { above: 5 },
  years: { above: 50 },
}

interface Percentage {
  field: string
  percent: string
  isStated: boolean
}

/** Returns an error for a percentage that is probably in another unit, or undefined. */
export function describeDoubtfulPercent(given: Percentage): string | undefined {
  const { field, percent, isStated } = given
  const { highest, lowest = 0, isOftenLow } = boundsOf[field] ?? {}
  if (highest === undefined || isZero(percent)) return undefined
  if (!isStated && !isOftenLow && isBelow(percent, lowest))
    return `${percent} could be ${scaleFigure(percent, 'fraction')}%. Write ${scaleFigure(percent, 'fraction')}%, or ${percent}% if you mean that.`
  return isAbove(percent, highest)
    ? `${percent}% is more than ${highest}%: a figure in basis points? Correct it, or choose Percent as the unit of the column.`
    : undefined
}

interface Reading {
  field: string
  kind: CellKind
  unit: Unit | undefined
  /** The figure as it is in the file. */
  figure: string
  /** The figure in percent, dollars, or months. */
  stored: string
}

/** Returns text such as "0.65 is stored as 0.65%" for a figure that is unlikely in its unit, or undefined. */
export function describeUnlikely(reading: Reading): string | undefined {
  const { field, kind, unit, figure, stored } = reading
  const bounds = boundsOf[field]
  const [usual] = unitsOf(kind)
  if (!bounds || !unit || !usual || isZero(figure)) return undefined
  const { lowest, highest = Infinity, isOftenLow } = bounds
  const { above = Infinity } = unlikely[unit] ?? {}
  const isUnlikely =
    (isBelow(stored, lowest) && !isOftenLow) || Number(stored) > highest || Number(figure) > above
  return isUnlikely ? `${figure} is stored as ${describeInUnit(stored, usual)}` : undefined
}

/** Returns a sentence to append to the error about the decimals of a figure that could be a fraction, or "". */
export function suggestFractions(field: string, unit: Unit | undefined, figure: string): string {
  const isLow = isBelow(figure, boundsOf[field]?.lowest ?? 1)
  return unit === 'percent' && isLow && /\.\d{3}/.test(figure)
    ? '. If these are fractions, choose Fractions of one as the unit.'
    : ''
}

export function askForUnit(suspected: Unit, kind: CellKind, figure: string): string {
  const meant = describeInUnit(figure, suspected)
  return suspected === unitsOf(kind)[0]
    ? `${figure} is unlikely in the unit that the header names. It could be ${meant}.`
    : `${figure} could be ${meant}.`
}

/** Formats a figure in its original unit for display, such as "7.25%" for 725 basis points. */
export function describeInUnit(figure: string, unit: Unit): string {
  const scaled = scaleFigure(figure, unit)
  if (ofPercents.includes(unit)) return `${scaled}%`
  const [whole = '', fraction] = scaled.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '')
  return unit === 'months' || unit === 'years' ? `${grouped} months` : `$${grouped}`
}
