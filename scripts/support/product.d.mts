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
  /** All that it printed so far. */
  output: () => string
  /** Stops it and removes its folder; rejects unless it ended with 0. */
  stop: () => Promise<void>
}
export interface SampleProduct extends Product {
  sampleLender: SignIn
}
export interface ProductOptions {
  /** Environment variables. */
  settings?: Record<string, string>
  /** Where its folder is made; the system's temporary folder by default. */
  parentFolder?: string
}
export declare function startProduct(options?: ProductOptions): Promise<Product>
export declare function startSampleProduct(options?: ProductOptions): Promise<SampleProduct>
