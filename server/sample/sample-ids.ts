/** The ids by which rows of the sample portfolio are known from those that people made. */
import { samplePeople } from './people.ts'
import { sampleLoans } from './sample-loans.ts'
import { stableId } from './stable-id.ts'

export const sampleLoanIds: readonly string[] = sampleLoans.map(({ key }) => stableId('loan', key))
export const samplePersonIds: readonly string[] = samplePeople.map(({ key }) =>
  stableId('user', key),
)
