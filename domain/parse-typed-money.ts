/** Figures as people and spreadsheets write them: "$1,250,000.50", "USD 1 250 000", "7.25 %". */
import { compareFigures, parseMoney, zeroMoney, type Money } from './money.ts'

/** Separators only between thousands, so that "12,50" is not taken for 1250. */
const dollars =
  /^(?:US ?\$|USD|\$)?\s*(-?(?:\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)|\d+)(?:\.\d*)?)\s*(?:USD)?$/i
const percentage = /^(-?\d+(?:\.\d*)?)\s*%?$/

/** The figure that a pattern finds, without separators and needless zeros; null if the text is none. */
function plainFigure(pattern: RegExp, text: string): string | null {
  const [, figure] = pattern.exec(text.trim()) ?? []
  if (figure === undefined) return null
  // "1250.5000" is "1250.50", and "7." is "7": a spreadsheet may show more decimals than there are.
  return figure
    .replaceAll(/[,\s]/g, '')
    .replace(/(\.\d\d)0+$/, '$1')
    .replace(/\.0*$/, '')
}

/** "$1,250,000.50" as "1250000.50", with as many decimals as there are; null for a text that is no amount. */
export const plainDollars = (text: string) => plainFigure(dollars, text)

/** "7.25 %" as "7.25"; null for a text that is no percentage. */
export const plainPercent = (text: string) => plainFigure(percentage, text)

const zerosOf = new Map([
  ['k', 3],
  ['m', 6],
])

/**
 * As `plainDollars`, for what somebody types: "1.5m" is "1500000", and "10k" is "10000". In a spreadsheet, an "M"
 * may mean thousands.
 */
export function typedDollars(text: string): string | null {
  const trimmed = text.trim()
  const zeros = zerosOf.get(trimmed.slice(-1).toLowerCase())
  if (zeros === undefined) return plainDollars(text)
  const plain = plainDollars(trimmed.slice(0, -1))
  if (plain === null) return null
  const [units = '', fraction = ''] = plain.split('.')
  const digits = `${units}${fraction.slice(0, zeros).padEnd(zeros, '0')}`
  const rest = fraction.slice(zeros)
  return `${digits.replace(/^(-?)0+(?=\d)/, '$1')}${rest && `.${rest}`}`
}

/** An amount that somebody types, from zero; null while the text is none, as "1,50" on the way to "1,500". */
export function parseTypedAmount(text: string): Money | null {
  const amount = parseMoney(typedDollars(text) ?? '')
  return amount !== null && compareFigures(amount, zeroMoney) >= 0 ? amount : null
}
