/** Before all journeys: the built product with the sample portfolio; after them: its orderly end. */
import { startProduct } from '#scripts/support/product.mjs'
import { share } from './served.ts'

export default async function serve() {
  const product = await startProduct()
  share(product)
  return () => product.stop()
}
