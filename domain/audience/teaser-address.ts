import { cityOf } from '#domain/loans/property/addresses.ts'
import { stateOf } from '#domain/loans/property/places.ts'

/** Words that name a street, even if the city follows without a comma. */
const streetInside =
  /\b(street|avenue|ave|boulevard|blvd|road|rd|drive|lane|plaza|parkway|pkwy|highway|hwy|suite|floor)\b\.? /i

const streetWords =
  /\b(street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|plaza|square|sq|parkway|pkwy|highway|hwy|route|rte|pike|circle|terrace|wharf|row|loop|trail|suite|unit|floor)\.?$/i

/**
 * Returns at most the city and the state of an address. A part that could be a street doesn't count as a city, because
 * a teaser must not disclose it.
 */
export function teaserAddressOf(address: string | null): string | null {
  const city = cityOf(address)
  const name = city?.slice(0, city.lastIndexOf(',')) ?? ''
  const isCity = !/\d/.test(name) && !streetWords.test(name) && !streetInside.test(name)
  return city && isCity ? city : stateOf(address)
}
