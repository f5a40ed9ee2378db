/** What a scanner is given, and what it gives back. */
import type { Product, SignIn } from '#scripts/support/product.mjs'
import type { Target } from './targets.ts'

/** In whose name a call is made. */
export type Signer = 'admin' | 'sampleLender'

/** In seconds: how long each scanner may go on, and how long sqlmap at one input. */
export interface Budget {
  sqlmap: number
  sqlmapInput: number
  wapiti: number
  slowhttptest: number
}

export interface Bench extends Pick<Product, 'address' | 'dataDir'> {
  people: Record<Signer, SignIn>
  targets: Target[]
  /** For what the scanners write. */
  folder: string
  budget: Budget
  /** Fewer techniques. */
  isQuick: boolean
  /** However long it takes: every input to its end. */
  isWhole: boolean
}

/** Of the table: who looked, at what, how much of it, and what was found that nobody has explained. */
export interface Row {
  tool: string
  what: string
  seen: string
  explained: number
  found: number
  /** Inputs that were not looked at to their end. */
  unseen?: number
}
