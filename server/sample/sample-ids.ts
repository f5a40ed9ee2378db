/** Ids made from names so that the sample portfolio's rows have the same ids on every installation. */
import { createHash } from 'node:crypto'

export const loanId = (key: string) => stableId('loan', key)
export const userId = (key: string) => stableId('user', key)
/** The firm whose first person has this key. */
export const firmId = (key: string) => stableId('firm', key)

export function stableId(...name: readonly string[]): string {
  const namespace = Buffer.from('6b1f0a5e3d7c4c1a9e2f8d4b5a6c7e90', 'hex')
  const bytes = createHash('sha1').update(namespace).update(name.join('/')).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
