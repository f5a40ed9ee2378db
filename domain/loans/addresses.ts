/** What an address says of where a property is. */

const codes =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
  'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI'

/** The postal codes of the states, the federal district and the territories. Screens don't load them as a set. */
export const states: ReadonlySet<string> = /* @__PURE__ */ new Set(codes.split(' '))

/**
 * The end of an address: the state, with or without a ZIP code and the country after it. After a comma, letters of
 * any case are a state; after a space capitals, unlike "Main St".
 */
const ending =
  /(?:([^,]*),\s*|\s(?=[A-Z]{2}))([A-Za-z]{2})(?:\s+\d{5}(?:-\d{4})?)?(?:,?\s+USA)?\s*$/

/** The state with which an address ends: "MA" of "4 Pier Road, Boston, MA 02110, USA"; null for any other address. */
export function stateOf(address: string | null): string | null {
  const letters = ending.exec(address ?? '')?.[2]?.toUpperCase()
  return letters !== undefined && codes.includes(letters) ? letters : null
}

/** The city and state of an address: "Boston, MA" of "4 Pier Road, Boston, MA 02110"; null for any other one. */
export function cityOf(address: string | null): string | null {
  const state = stateOf(address)
  const city = ending.exec(address ?? '')?.[1]?.trim()
  return state && city ? `${city}, ${state}` : null
}
