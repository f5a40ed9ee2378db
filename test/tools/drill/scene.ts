import type { Tally } from './ask.ts'
import type { Chance } from './chance.ts'
import type { ProductCopy } from './copy.ts'
import type { LoanRecord, Outcome } from './ledger.ts'

export interface Scene {
  copy: ProductCopy
  tally: Tally
  chance: Chance
  loans: readonly LoanRecord[]
  /** The loan of the round on which the deal desk acts. */
  dealLoanId: string
  round: number
}

export type Act = () => Promise<Outcome | null>
export type Acts = readonly (readonly [weight: number, act: Act])[]
