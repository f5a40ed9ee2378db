/** What the examples of calls that change something have in common. */
import type { Endpoints, EndpointName } from '#contract/endpoints.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Builders, Person } from './builders.ts'
import type { Desk } from './desk.ts'

export type ChangingCall = {
  [Name in EndpointName]: Endpoints[Name] extends { changes: readonly unknown[] } ? Name : never
}[EndpointName]

/** What the examples use of a desk. */
export type Scenery = Builders & Pick<Desk, 'rows' | 'visitor'>

export interface Scene {
  desk: Scenery
  admin: Person
  lender: Person
  /** The lender has marked it as a favorite. */
  loan: Loan
}

/** Prepares what the call needs, and returns the call. */
export type Prepare = (scene: Scene) => Promise<() => Promise<unknown>>

export const softOf = ({ desk, lender, loan }: Scene) =>
  desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
