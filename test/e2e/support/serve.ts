import { startSampleProduct } from '#test/support/product.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { share } from './served.ts'

export default async function serve() {
  const product = await startSampleProduct({ parentFolder: memoryFolder() })
  share(product)
  return () => product.stop()
}
