export const states: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI'
  ).split(' '),
)

const countryAtEnd = /(?:,\s*|\s+)(?:USA?|U\.S\.(?:A\.?)?|United States(?: of America)?)\s*$/i
const zipAtEnd = /,?\s+\d{5}(?:-\d{4})?\s*$/
/**
 * After a comma, two letters in any case can be a state. After a space, only two capital letters can be a state,
 * because "Main St" also ends in two letters.
 */
const lettersAtEnd = /(?:,\s*|\s(?=[A-Z]{2}))([A-Za-z]{2})\s*$/
/** Before a ZIP code, two letters in any case are a state. */
const lettersBeforeZip = /[\s,]([A-Za-z]{2})\s*$/

/** `upToState` is the address without the ZIP code and country. `letters` is the two-letter state, or null. */
export function splitState(address: string): { upToState: string; letters: string | null } {
  const withZip = address.replace(countryAtEnd, '')
  const upToState = withZip.replace(zipAtEnd, '')
  const ending = upToState === withZip ? lettersAtEnd : lettersBeforeZip
  const letters = ending.exec(upToState)?.[1]?.toUpperCase()
  return { upToState, letters: letters !== undefined && states.has(letters) ? letters : null }
}

const cityBeforeComma = /([^,]*),\s*[A-Za-z]{2}\s*$/
/** If only a space follows the city, a comma before it must separate it from the street. */
const cityBeforeSpace = /,([^,]+)\s[A-Za-z]{2}\s*$/

/**
 * Returns "Boston, MA" for "4 Pier Road, Boston, MA 02110" and "4 Pier Road, Boston MA 02110", or null if the address
 * has no city and state.
 */
export function cityOf(address: string | null): string | null {
  const { upToState, letters } = splitState(address ?? '')
  const found = cityBeforeComma.exec(upToState) ?? cityBeforeSpace.exec(upToState)
  const city = found?.[1]?.trim()
  return letters && city ? `${city}, ${letters}` : null
}
