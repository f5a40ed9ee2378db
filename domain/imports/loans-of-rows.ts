/** Builds the loan fields that don't correspond to a single cell of a row. */
import { formatRatio, type Credit } from '#domain/loans/credit/credit.ts'
import type { LoanField } from '#domain/loans/fields.ts'
import { namedState, stateOf } from '#domain/loans/property/places.ts'
import { loanStatuses, loanStatusLabels } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  exactly,
  formatExactRate,
  formatRate,
  isSameRate,
  parsePercent,
  parseRate,
  roundRate,
  wholePercent,
} from '#domain/money.ts'

type Cells = Record<string, string | undefined>

/** Joins address columns into "12 Mill St, Portland, ME 04101". Skips parts that the address already contains. */
export function joinAddress(cells: Cells): string | undefined {
  const { propertyAddress, zip } = cells
  const { city, state } = splitCity(cells)
  if (!city && !state && !zip) return propertyAddress
  const street = propertyAddress?.replace(/[,\s]+$/, '') ?? ''
  const code = state === undefined ? null : (namedState(state)?.code ?? state)
  const isWhole = stateOf(street) === code && street.includes(',') && includes(street, city ?? '')
  if (code !== null && isWhole) return propertyAddress
  const isInStreet = (text: string) =>
    new RegExp(String.raw`(^|,)\s*${escaped(text)}\s*$`, 'i').test(street)
  const named = city && !isInStreet(city) ? city : ''
  const last = [code, zip && fiveDigits(zip)].filter(Boolean).join(' ')
  return [street, named, last].filter(Boolean).join(', ')
}

/** Splits "Portland, ME" or "Portland, Maine" in a column of cities if the row has no state. */
function splitCity({ city, state }: Cells): Cells {
  const [, name, end = ''] = /^(.+?)(?:\s*[,/]\s*|\s+(?=[A-Z]{2}$))([^,/]+)$/.exec(city ?? '') ?? []
  return name && !state && namedState(end) ? { city: name, state: end } : { city, state }
}

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Spreadsheets drop leading zeros from ZIP codes. */
const fiveDigits = (zip: string) => (/^\d{3,5}$/.test(zip) ? zip.padStart(5, '0') : zip)

/** Returns the status for a display name, such as "Fully Funded", and any other text unchanged. */
export const statusOfLabel = (text: string | undefined): string | undefined =>
  loanStatuses.find((status) => loanStatusLabels[status].toLowerCase() === text?.toLowerCase()) ??
  text

/** Splits an interest rate with more than two decimal places into the rounded rate and the exact note rate. */
export function splitRate({ interestRate, noteRate }: Cells): Cells {
  const exact = interestRate && /\.\d{3,}$/.test(interestRate) ? parseRate(interestRate) : null
  if (exact === null) return { interestRate, noteRate }
  return { interestRate: roundRate(exact), noteRate: noteRate ?? exact }
}

/** A rate with more than two decimals is exact itself. Any other rate must be the exact rate, rounded. */
export function describeRateConflict({ interestRate = '', noteRate = '' }: Cells) {
  const [rate, exact] = [parseRate(interestRate), parseRate(noteRate)]
  if (rate === null || exact === null) return undefined
  const isExact = /\.\d{3,}$/.test(interestRate)
  return isSameRate(isExact ? exact : roundRate(exact), rate)
    ? undefined
    : `The rate in this row is ${formatExactRate(rate)}. Correct one of the two, or clear one.`
}

const comparedFigures = {
  dscr: 'DSCR',
  dscrStabilized: 'stabilized DSCR',
  debtYield: 'debt yield',
  debtYieldStabilized: 'stabilized debt yield',
} as const
export type ComparedFigure = keyof typeof comparedFigures

// `Object.keys` is typed as `string[]`, but these are exactly the table's keys.
export const comparedFigureNames = Object.keys(comparedFigures) as ComparedFigure[]

/** The income that a compared figure is computed from. A file without its column has nothing to compare. */
const incomeOf: Partial<Record<string, string>> = {
  dscr: 'noiInPlace',
  debtYield: 'noiInPlace',
  dscrStabilized: 'noiStabilized',
  debtYieldStabilized: 'noiStabilized',
} satisfies Record<ComparedFigure, LoanField>

export function lacksIncome(field: string | null, fields: readonly (string | null)[]): boolean {
  const income = incomeOf[field ?? '']
  return income !== undefined && !fields.includes(income)
}

export function describeDifference(
  name: ComparedFigure,
  given: string | undefined,
  credit: Credit,
): string | undefined {
  const computed = credit[name]
  const theirs = given === undefined ? null : parsePercent(given)
  if (computed === null || theirs === null) return undefined
  const difference = exactly.cents(computed) - exactly.cents(theirs)
  if (difference >= -1n && difference <= 1n) return undefined
  const show = (figure: NonNullable<typeof computed>) =>
    name === 'dscr' || name === 'dscrStabilized'
      ? formatRatio(figure as never)
      : formatRate(figure as never)
  return `The file has ${show(theirs)}. We compute ${show(computed)} as the ${comparedFigures[name]}.`
}

/** Describes a value that is allowed but unlikely. Property types are free text, so any of them is likely. */
export function describeOddity(field: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (field === 'state' && !namedState(text)) return 'No state has this name or code.'
  if (field !== 'ltv') return undefined
  const ltv = parsePercent(text)
  return ltv !== null && compareFigures(ltv, wholePercent(100)) > 0
    ? 'The loan is larger than the value of its property.'
    : undefined
}
