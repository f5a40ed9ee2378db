/** Which loans are compared: their ids, in the address of the list and of the comparison, and the way between them. */
import { paths } from '#web/addresses/paths.ts'

export const mostCompared = 4

/** The loans that are selected, and a function to change that. */
export interface Comparing {
  ids: readonly string[]
  toggle: (loanId: string) => void
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The ids in an address: each once, and not too many. */
export const readComparedIds = (text: string | null): string[] =>
  [...new Set((text ?? '').toLowerCase().split(','))]
    .filter((id) => uuid.test(id))
    .slice(0, mostCompared)

/** The comparison, with the query of the list from which it is opened, so that the way back leads there. */
export const comparisonPath = (
  ids: readonly string[],
  list: string,
  onlyDifferent = false,
): string =>
  `${paths.compare()}?${joined(`ids=${ids.join(',')}`, onlyDifferent ? 'different=true' : '', list)}`

/** The list with this query, and these loans selected. */
export function selectionPath(ids: readonly string[], list: string): string {
  const query = joined(list, ids.length > 0 ? `compare=${ids.join(',')}` : '')
  return query ? `${paths.loans()}?${query}` : paths.loans()
}

const joined = (...parts: string[]) => parts.filter(Boolean).join('&')
