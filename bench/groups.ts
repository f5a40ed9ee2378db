/** All groups of figures, in the order in which they are measured. */
import type { Group } from './bench.ts'
import { commitments } from './figures/commitments.ts'
import { busy } from './figures/busy.ts'
import { databaseSize } from './figures/database-size.ts'
import { sizes } from './figures/growth.ts'
import { files } from './figures/pages.ts'
import { plainStackGroup } from './figures/plain-stack.ts'
import { plans } from './figures/plans.ts'
import { reads } from './figures/reads.ts'
import { starts } from './figures/starts.ts'

export const groups: Group[] = [
  ...plans,
  ...commitments,
  ...reads,
  files,
  ...busy,
  plainStackGroup,
  starts,
  databaseSize,
  ...sizes,
]
