/** All groups of figures, in the order in which they are measured. */
import type { Group } from './bench.ts'
import { commitments } from './figures/commitments.ts'
import { reads } from './figures/reads.ts'

export const groups: Group[] = [...commitments, ...reads]
