/** Types for the browser tests. */
export interface SignIn {
  email: string
  password: string
}
export interface Product {
  /** Where it listens: http://127.0.0.1:PORT. */
  address: string
  dataDir: string
  admin: SignIn
  sampleLender: SignIn
  /** All that it printed so far. */
  output: () => string
  /** Stops it and removes its folder; rejects unless it ended with 0. */
  stop: () => Promise<void>
}
export declare function startProduct(settings?: Record<string, string>): Promise<Product>
