/** Ids for the sample portfolio: the same name always gives the same id. */
import { createHash } from 'node:crypto'

const namespace = Buffer.from('6b1f0a5e3d7c4c1a9e2f8d4b5a6c7e90', 'hex')

/** A name-based UUID, version 5 of RFC 9562. */
export function stableId(...name: readonly string[]): string {
  const bytes = createHash('sha1').update(namespace).update(name.join('/')).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A seed for random choices that depends only on a name. */
export const stableSeed = (...name: readonly string[]) =>
  createHash('sha1').update(name.join('/')).digest().readUInt32BE(0)
