/**
 * Location filter. A state's code or name matches the address's state, and a name also a city of that name; any other
 * text matches addresses that contain it (`domain/loans/property/places.ts`).
 */
import { namedState, partPattern, stateTexts, stateTextsOf } from '#domain/loans/property/places.ts'
import { contains, containsTextOf } from '#server/database/sql/contains.ts'
import { loans } from '#server/database/schema/loans.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export function isLocatedIn(place: string): SQL {
  const state = namedState(place)
  if (!state) return contains(loans.propertyAddress, place)
  const isInState = eq(loans.state, state.code)
  return state.name === null
    ? isInState
    : sql`(${isInState} or ${loans.propertyAddress} ~* ${partPattern(state.name)})`
}

/** Whether an address is in the place that a column names. The address is that of `loans`. */
export const isLocatedInTextOf = (place: AnyPgColumn, address: string | null): SQL => sql`
  case when lower(${place}) = any(${sql.param(stateTexts)}::text[])
    then lower(${place}) = any(${sql.param(stateTextsOf(address))}::text[])
    else ${containsTextOf(loans.propertyAddress, place)} end`
