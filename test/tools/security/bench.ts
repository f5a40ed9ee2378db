/** What a scanner gets, and what it returns. */
import type { Product, SignIn } from '#test/support/product.ts'
import type { Target } from './targets.ts'

/** The caller of a call. */
export type Signer = 'admin' | 'sampleLender'

/** In seconds: the time limit of each scanner, and of sqlmap for one input. */
export interface Budget {
  sqlmap: number
  sqlmapInput: number
  wapiti: number
  slowhttptest: number
}

export interface Bench extends Pick<Product, 'address' | 'dataDir'> {
  people: Record<Signer, SignIn>
  targets: Target[]
  /** The folder for the scanners' output. */
  folder: string
  budget: Budget
  /** Fewer techniques. */
  isQuick: boolean
  /** Every input completely, however long it takes. */
  isWhole: boolean
}

/**
 * A row of the output: the scanner, what it tested, how much of it, and how many findings aren't
 * explained.
 */
export interface Row {
  tool: string
  what: string
  seen: string
  explained: number
  found: number
  /** Inputs that were not tested completely. */
  unseen?: number
}
