/**
 * Whether a loan is where someone looks. A state's code or name finds the state of the address, and a name also
 * a city that is called so; any other text finds the addresses that contain it (`domain/loans/property/places.ts`).
 */
import { namedState, partPattern, stateTexts, stateTextsOf } from '#domain/loans/property/places.ts'
import { contains, containsTextOf } from '#server/database/sql/contains.ts'
import { loans } from '#server/database/schema/loans.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether a loan is in this place. */
export function isLocatedIn(place: string): SQL {
  const state = namedState(place)
  if (!state) return contains(loans.propertyAddress, place)
  const isInState = eq(loans.state, state.code)
  return state.name === null
    ? isInState
    : sql`(${isInState} or ${loans.propertyAddress} ~* ${partPattern(state.name)})`
}

/** Whether an address is in the place of a column. It is the address of `loans`, as the program knows it. */
export const isLocatedInTextOf = (place: AnyPgColumn, address: string | null): SQL => sql`
  case when lower(${place}) = any(${sql.param(stateTexts)}::text[])
    then lower(${place}) = any(${sql.param(stateTextsOf(address))}::text[])
    else ${containsTextOf(loans.propertyAddress, place)} end`
