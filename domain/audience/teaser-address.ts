import { cityOf } from '#domain/loans/property/addresses.ts'
import { stateOf } from '#domain/loans/property/places.ts'

const streetWords =
  /\b(street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|plaza|square|sq|parkway|pkwy|highway|hwy|route|rte|pike|circle|terrace|wharf|row|loop|trail|suite|unit|floor)\.?$/i

/**
 * Returns at most the city and the state of an address. A part that could be a street doesn't count as a city, because
 * a teaser must not disclose it.
 */
export function teaserAddressOf(address: string | null): string | null {
  const city = cityOf(address)
  const name = city?.slice(0, city.lastIndexOf(',')) ?? ''
  return city && !/\d/.test(name) && !streetWords.test(name) ? city : stateOf(address)
}
