/** What the load works with: the copy, the loans, and the random choices. */
import type { Tally } from './ask.ts'
import type { Chance } from './chance.ts'
import type { ProductCopy } from './copy.ts'
import type { LoanRecord, Outcome } from './ledger.ts'

/** What each user of the load needs; `chance` is the user's own. */
export interface Scene {
  copy: ProductCopy
  tally: Tally
  chance: Chance
  loans: readonly LoanRecord[]
  /** Part of every written text, so that the text can be found again. */
  round: number
}

/** One act; null when there was nothing to act on. */
export type Act = () => Promise<Outcome | null>
/** Acts with their weights. */
export type Acts = readonly (readonly [weight: number, act: Act])[]
