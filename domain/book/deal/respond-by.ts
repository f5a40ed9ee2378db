/** The time in which lenders answer offers and changed terms. */
const hourMs = 3_600_000

/** Returns the reason why lenders can't be given this time to answer, or null. */
export function refusalOfRespondBy(respondBy: string, at: string): string | null {
  const left = Date.parse(respondBy) - Date.parse(at)
  if (left < hourMs) return 'Lenders need at least an hour to answer'
  return left > 60 * 24 * hourMs ? 'Lenders can have at most 60 days to answer' : null
}
