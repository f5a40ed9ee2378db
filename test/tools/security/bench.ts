import type { Product, SignIn } from '#test/support/product.ts'
import type { Target } from './targets.ts'

export type Signer = 'admin' | 'sampleLender'

/** Time limits in seconds for each scanner. For sqlmap, the limit applies to each input. */
export interface Budget {
  sqlmap: number
  sqlmapInput: number
  wapiti: number
  slowhttptest: number
}

export interface Bench extends Pick<Product, 'address' | 'dataDir'> {
  people: Record<Signer, SignIn>
  targets: Target[]
  folder: string
  budget: Budget
  isQuick: boolean
  isWhole: boolean
}

/** A row in the output: the scanner, its target, the tested component, and the number of unexplained findings. */
export interface Row {
  tool: string
  what: string
  seen: string
  explained: number
  found: number
  unseen?: number
}
