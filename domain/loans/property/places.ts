/** Matches addresses against a location search, by state or by text. */
import { splitState } from './addresses.ts'

const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  DC: 'District of Columbia',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
}

export interface NamedState {
  code: string
  /** The state's full name, or null for a code. Some names, such as New York, are also names of cities. */
  name: string | null
}

const byText: ReadonlyMap<string, NamedState> = new Map(
  Object.entries(stateNames).flatMap(([code, name]): [string, NamedState][] => [
    [code.toLowerCase(), { code, name: null }],
    [name.toLowerCase(), { code, name }],
  ]),
)

export const stateTexts: readonly string[] = [...byText.keys()]

const nameAtEnd = new RegExp(
  String.raw`(?:^|[\s,])(${Object.values(stateNames).join('|')})\s*$`,
  'i',
)

/**
 * Returns the state code from the end of an address, such as "MA" for "4 Pier Road, Boston, MA 02110, USA" and "TX" for
 * "500 Congress Ave, Austin, Texas", or null if the address has no state.
 */
export function stateOf(address: string | null): string | null {
  const { upToState, letters } = splitState(address ?? '')
  const name = nameAtEnd.exec(upToState)?.[1] ?? ''
  return letters ?? namedState(name)?.code ?? null
}

export const namedState = (text: string): NamedState | null =>
  byText.get(text.trim().toLowerCase()) ?? null

export const stateName = (code: string): string => stateNames[code] ?? code

/**
 * A pattern for a name that is a complete part of an address, optionally followed by a state and ZIP code. It works in
 * both PostgreSQL and JavaScript, and must be matched case-insensitively.
 */
export const partPattern = (name: string): string =>
  String.raw`(^|,)\s*${name}(\s+[A-Z]{2})?(\s+\d{5}(-\d{4})?)?\s*(,|$)`

/** The entries of `stateTexts` that match an address: its state, and any city that shares its name with a state. */
export function stateTextsOf(address: string | null): string[] {
  const state = stateOf(address)
  return [...byText]
    .filter(
      ([, { code, name }]) =>
        code === state || (name !== null && new RegExp(partPattern(name), 'i').test(address ?? '')),
    )
    .map(([text]) => text)
}
