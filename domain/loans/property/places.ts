/** Where people look for loans: in a state, or at an address that has what they typed. */
import { splitState } from './addresses.ts'

/** By their postal codes. */
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
  /** If it was named in full: cities are called so too, as New York is. Null for its code alone. */
  name: string | null
}

const byText: ReadonlyMap<string, NamedState> = new Map(
  Object.entries(stateNames).flatMap(([code, name]): [string, NamedState][] => [
    [code.toLowerCase(), { code, name: null }],
    [name.toLowerCase(), { code, name }],
  ]),
)

/** The texts that are a state's code or its name, in lowercase. */
export const stateTexts: readonly string[] = [...byText.keys()]

const nameAtEnd = new RegExp(
  String.raw`(?:^|[\s,])(${Object.values(stateNames).join('|')})\s*$`,
  'i',
)

/**
 * The state with which an address ends, by its code or in full: "MA" of "4 Pier Road, Boston, MA 02110, USA", and
 * "TX" of "500 Congress Ave, Austin, Texas"; null for any other address.
 */
export function stateOf(address: string | null): string | null {
  const { upToState, letters } = splitState(address ?? '')
  const name = nameAtEnd.exec(upToState)?.[1] ?? ''
  return letters ?? namedState(name)?.code ?? null
}

/** The state that a text is the code or the name of, in any letter case; null for any other text. */
export const namedState = (text: string): NamedState | null =>
  byText.get(text.trim().toLowerCase()) ?? null

/**
 * A pattern of what has a name as a whole part of an address, with or without a state and a ZIP code after it, which
 * is compared ignoring case: the city in "9 Wall Street, New York, NY". PostgreSQL reads it in the same way.
 */
export const partPattern = (name: string): string =>
  String.raw`(^|,)\s*${name}(\s+[A-Z]{2})?(\s+\d{5}(-\d{4})?)?\s*(,|$)`

/** Which of `stateTexts` find an address: its state, and a city that is called like a state. */
export function stateTextsOf(address: string | null): string[] {
  const state = stateOf(address)
  return [...byText]
    .filter(
      ([, { code, name }]) =>
        code === state || (name !== null && new RegExp(partPattern(name), 'i').test(address ?? '')),
    )
    .map(([text]) => text)
}
