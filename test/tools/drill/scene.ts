import type { Tally } from './ask.ts'
import type { Chance } from './chance.ts'
import type { ProductCopy } from './copy.ts'
import type { LoanRecord, Outcome } from './ledger.ts'

export interface Scene {
  copy: ProductCopy
  tally: Tally
  chance: Chance
  loans: readonly LoanRecord[]
  round: number
}

export type Act = () => Promise<Outcome | null>
export type Acts = readonly (readonly [weight: number, act: Act])[]
