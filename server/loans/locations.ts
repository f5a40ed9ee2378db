/**
 * Whether a loan is where someone looks. A state's code or name finds the state of the address, and a name also
 * a city that is called so; any other text finds the addresses that contain it (`domain/loans/places.ts`).
 */
import { namedState, partPattern, stateTexts, stateTextsOf } from '#domain/loans/places.ts'
import {
  containsHidden,
  containsTextOf,
  mayContainHidden,
  searchParts,
} from '#server/database/contains.ts'
import { hidden, plannedAnew } from '#server/database/named-statements.ts'
import { lettersOfState, loans } from '#server/database/schema/loans.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

const { propertyAddress } = loans

/** Whether a loan is in this place, and whether it may be, as an index knows it. */
export function isLocatedIn(place: string): { contains: SQL; mayContain: SQL } {
  const contains = containsHidden(propertyAddress, place)
  const mayContain = mayContainHidden(searchParts(propertyAddress), place)
  const state = namedState(place)
  if (!state) return { contains, mayContain }
  // Whether few loans are in a state is known of each state, and decides how they are best found.
  const isInState = sql`${lettersOfState(propertyAddress)} = ${state.code} ${plannedAnew}`
  if (state.name === null) return { contains: isInState, mayContain: sql`true` }
  const isPart = sql`${propertyAddress} ~* ${hidden(partPattern(state.name))}`
  return {
    contains: sql`(${isInState} or ${isPart})`,
    mayContain: sql`(${isInState} or ${mayContain})`,
  }
}

/** Whether an address is in the place of a column. It is the address of `loans`, as the program knows it. */
export const isLocatedInTextOf = (place: AnyPgColumn, address: string | null): SQL => sql`
  case when lower(${place}) = any(${sql.param(stateTexts)}::text[])
    then lower(${place}) = any(${sql.param(stateTextsOf(address))}::text[])
    else ${containsTextOf(propertyAddress, place)} end`
