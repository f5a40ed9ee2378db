/** Determines from a workbook's number format whether a cell contains a percentage or a foreign currency. */

/**
 * Matches the parts of a format that don't show a digit: quoted text, escapes, padding, fills, conditions, and colors.
 */
const notFigures = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g

/**
 * Splits a number format into its sections. Semicolons in quotes, brackets, and escapes don't separate sections.
 * @param {string} format
 */
function sectionsOf(format) {
  const sections = ['']
  for (const [piece] of format.matchAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^]/g)) {
    if (piece === ';') sections.push('')
    else sections[sections.length - 1] += piece
  }
  return sections
}

/** @type {Record<string, (value: number, bound: number) => boolean>} */
const comparisons = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '=': (value, bound) => value === bound,
  '<>': (value, bound) => value !== bound,
}

/**
 * Returns the format's section that applies to a value, based on its condition or the value's sign.
 * @param {string} format
 * @param {number} value
 */
export function sectionFor(format, value) {
  const sections = sectionsOf(format)
  const conditions = sections.map((section) => /\[(<>|[<>]=?|=)(-?\d+(?:\.\d+)?)\]/.exec(section))
  if (conditions.some(Boolean)) {
    const place = conditions.findIndex(
      (condition) => condition && comparisons[condition[1] ?? '']?.(value, Number(condition[2])),
    )
    const otherwise = conditions.findIndex((condition) => condition === null)
    return sections[place >= 0 ? place : Math.max(otherwise, 0)] ?? ''
  }
  if (value < 0 && sections.length > 1) return sections[1] ?? ''
  if (value === 0 && sections.length > 2) return sections[2] ?? ''
  return sections[0] ?? ''
}

/**
 * Returns the number of percent signs that scale a value. A quoted or escaped sign is only text.
 * @param {string} format
 * @param {number} value
 */
export const percentSigns = (format, value) =>
  sectionFor(format, value).replaceAll(notFigures, '').split('%').length - 1

const dollars = new Set(['', '$', 'US$', 'USD'])
/** The locale codes for US English and for Spanish in the United States. */
const usLocales = /^(?:0*409|0*540a|en-us|es-us)$/i

/**
 * A currency other than US dollars in a format, or undefined.
 * @param {string} format
 */
export function foreignCurrency(format) {
  for (const [, symbol = '', locale] of format.matchAll(/\[\$([^\]-]*)(?:-([^\]]*))?\]/g)) {
    const name = symbol.trim()
    if (!dollars.has(name.toUpperCase())) return name
    // Other countries' dollars use the same symbol.
    if (name === '$' && locale && !usLocales.test(locale)) return `$ (${locale})`
  }
  const literal = format.replaceAll(/\[[^\]]*\]/g, '')
  const sign = /(?!\$)\p{Sc}/u.exec(literal)
  if (sign) return sign[0]
  return /\b(?!USD\b)(?:AUD|BRL|CAD|CHF|CNY|DKK|EUR|GBP|HKD|INR|JPY|MXN|NOK|NZD|SEK|SGD)\b/.exec(
    literal,
  )?.[0]
}
