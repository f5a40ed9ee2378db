/** Parses figures in the formats that people and spreadsheets use: "$1,250,000.50", "USD 1 250 000", "7.25 %". */
import { compareFigures, parseMoney, zeroMoney, type Money } from './money.ts'

/** Accepts separators only between thousands so that "12,50" isn't parsed as 1250. */
const dollars =
  /^(?:US ?\$|USD|\$)?\s*(-?(?:\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)|\d+)(?:\.\d*)?)\s*(?:USD)?$/i
const percentage = /^(-?\d+(?:\.\d*)?)\s*%?$/

const ratio = /^(\d+(?:\.\d*)?)\s*x?$/i
const quantity = /^(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?)$/

function plainFigure(pattern: RegExp, text: string, decimals: 2 | 5 = 2): string | null {
  const [, figure] = pattern.exec(text.trim()) ?? []
  if (figure === undefined) return null
  // Spreadsheets can show more decimal places, so "1250.5000" becomes "1250.50" and "7." becomes "7".
  return figure
    .replaceAll(/[,\s]/g, '')
    .replace(decimals === 2 ? /(\.\d\d)0+$/ : /(\.\d{5})0+$/, '$1')
    .replace(/\.0*$/, '')
}

/** In much of Europe, "950.000" means 950,000, so the text is ambiguous and isn't accepted. */
const canBeThousands = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/

const unlessThousands = (pattern: RegExp, text: string) =>
  canBeThousands.test(text) ? null : plainFigure(pattern, text)

/** Returns "1250000.50" for "$1,250,000.50", or null if the text isn't an amount. */
export const plainDollars = (text: string) => unlessThousands(dollars, text)

/** Returns "7.25" for "7.25 %", or null if the text isn't a percentage. */
export const plainPercent = (text: string) => plainFigure(percentage, text)

/** Returns "7.125" for "7.125 %", or null if the text isn't a percentage. */
export const plainRate = (text: string) => plainFigure(percentage, text, 5)

/** Returns "1.2" for "1.20x", or null if the text isn't a multiple. */
export const plainRatio = (text: string) => plainFigure(ratio, text)

/** Returns "1250.5" for "1,250.5", or null if the text isn't a number. */
export const plainQuantity = (text: string) => unlessThousands(quantity, text)

/** Returns the text with a comma between the thousands, such as "950,000" for "950.000". Null for unambiguous text. */
export const thousandsOf = (text: string): string | null =>
  canBeThousands.test(text) ? text.replace('.', ',') : null

const zerosOf = new Map([
  ['k', 3],
  ['m', 6],
])

/** Also accepts "1.5m" and "10k". It is used only for typed input, because "M" in a spreadsheet can mean thousands. */
export function typedDollars(text: string): string | null {
  const trimmed = text.trim()
  const zeros = zerosOf.get(trimmed.slice(-1).toLowerCase())
  if (zeros === undefined) return plainDollars(text)
  const plain = plainFigure(dollars, trimmed.slice(0, -1))
  if (plain === null) return null
  const [units = '', fraction = ''] = plain.split('.')
  const digits = `${units}${fraction.slice(0, zeros).padEnd(zeros, '0')}`
  const rest = fraction.slice(zeros)
  return `${digits.replace(/^(-?)0+(?=\d)/, '$1')}${rest && `.${rest}`}`
}

/**
 * Parses typed input as an amount of zero or more. Returns null while the input is incomplete, such as "1,50" before
 * "1,500".
 */
export function parseTypedAmount(text: string): Money | null {
  const amount = parseMoney(typedDollars(text) ?? '')
  return amount !== null && compareFigures(amount, zeroMoney) >= 0 ? amount : null
}
