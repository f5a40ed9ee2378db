/** Which loans are compared: their ids, in the address of the list and of the comparison. */
import { paths } from '#web/paths.ts'

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

export const comparisonPath = (ids: readonly string[]) => `${paths.compare()}?ids=${ids.join(',')}`
