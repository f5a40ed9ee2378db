/** What an address says of where a property is. */

/** The postal codes of the states, the federal district and the territories. */
export const states: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI'
  ).split(' '),
)

/**
 * The state with which an address ends, with or without a ZIP code after it: "MA" of "4 Pier Road, Boston, MA
 * 02110". Null for any other address; two letters count only if they are capitals, unlike "Main St".
 */
export function stateOf(address: string | null): string | null {
  const letters = /[\s,]([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$/.exec(address ?? '')?.[1]
  return letters !== undefined && states.has(letters) ? letters : null
}

/** The city and state of an address: "Boston, MA" of "4 Pier Road, Boston, MA 02110"; null for any other one. */
export function cityOf(address: string | null): string | null {
  const state = stateOf(address)
  const [, city] = /([^,]+),\s*[A-Z]{2}[\s\d-]*$/.exec(address ?? '') ?? []
  return state && city?.trim() ? `${city.trim()}, ${state}` : null
}
