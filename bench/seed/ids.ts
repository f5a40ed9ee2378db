/**
 * The ids of seeded rows: a hash of their kind and number, so that every side can compute them, and
 * so that they lie as scattered in an index as random ones.
 */
import { createHash } from 'node:crypto'

/** A row's id, as `idSql` computes it; of a commitment, its number is that of its loan and its own, as in "7-1". */
export function seedId(kind: string, number: number | string): string {
  const hex = createHash('md5').update(`${kind}${number}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The same in SQL, for a number given as an expression. */
export const idSql = (kind: string, number: string) => `md5('${kind}' || (${number}))::uuid`
