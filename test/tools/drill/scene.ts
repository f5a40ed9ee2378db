/** Where the load acts: on which copy, which loans, and by whose chance. */
import type { Tally } from './ask.ts'
import type { Chance } from './chance.ts'
import type { ProductCopy } from './copy.ts'
import type { LoanRecord, Outcome } from './ledger.ts'

/** What everybody who acts needs; `chance` is each one's own. */
export interface Scene {
  copy: ProductCopy
  tally: Tally
  chance: Chance
  loans: readonly LoanRecord[]
  /** In what is written, so that it is found again. */
  round: number
}

/** One act; null when there was nothing to act on. */
export type Act = () => Promise<Outcome | null>
/** Acts with how often each is chosen, out of their sum. */
export type Acts = readonly (readonly [weight: number, act: Act])[]
