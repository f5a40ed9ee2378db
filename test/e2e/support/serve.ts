/** Before all journeys: the built product with the sample portfolio; after them: its orderly end. */
// oxlint-disable-next-line no-restricted-imports -- Scripts are no room, and have no name to import by.
import { startProduct } from '../../../scripts/support/product.mjs'
import { share } from './served.ts'

export default async function serve() {
  const product = await startProduct()
  share(product)
  return () => product.stop()
}
