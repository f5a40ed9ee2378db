/**
 * The month in which a loan matures that closes on a day: "2028-11". A term of whole months ends in a month that
 * doesn't depend on the day.
 */
export function maturesIfClosed(on: Date, term: number): string {
  const months = on.getFullYear() * 12 + on.getMonth() + term
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}
