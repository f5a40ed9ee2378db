/** The ids of compared loans in the URLs for the list and the comparison, and the links between these pages. */
import { paths } from '#web/addresses/paths.ts'

export const mostCompared = 4

export interface Comparing {
  ids: readonly string[]
  toggle: (loanId: string) => void
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const readComparedIds = (text: string | null): string[] =>
  [...new Set((text ?? '').toLowerCase().split(','))]
    .filter((id) => uuid.test(id))
    .slice(0, mostCompared)

/** Builds a URL that includes the list's query so that the comparison can link back to the list. */
export const comparisonPath = (
  ids: readonly string[],
  list: string,
  onlyDifferent = false,
): string =>
  `${paths.compare()}?${joined(`ids=${ids.join(',')}`, onlyDifferent ? 'different=true' : '', list)}`

export function selectionPath(ids: readonly string[], list: string): string {
  const query = joined(list, ids.length > 0 ? `compare=${ids.join(',')}` : '')
  return query ? `${paths.loans()}?${query}` : paths.loans()
}

const joined = (...parts: string[]) => parts.filter(Boolean).join('&')
