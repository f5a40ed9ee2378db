/** Receipts of what was done with a commitment: their words, and exactly which text is signed (decision 24). */

/** The acts that give their lender a receipt. */
export const receiptActs = [
  'committed',
  'changed',
  'made_binding',
  'withdrawn',
  'released',
] as const
export type ReceiptAct = (typeof receiptActs)[number]

export const receiptKinds = ['binding', 'soft'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** The version of a receipt's form; another set of fields needs another one. */
export const receiptVersion = '1'

/** The act as the heading of a receipt: "Indication withdrawn". */
export function describeReceiptAct({ act, kind }: { act: ReceiptAct; kind: ReceiptKind }): string {
  if (act === 'committed') return kind === 'binding' ? 'Commitment' : 'Indication'
  return laterActs[act]
}

const laterActs: Record<Exclude<ReceiptAct, 'committed'>, string> = {
  changed: 'Indication changed',
  made_binding: 'Indication made binding',
  withdrawn: 'Indication withdrawn',
  released: 'Commitment released',
}

// Crockford's: no I, L, O or U, so that it can be read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const hexDigits = 15

/**
 * "R-7K2M-9QXD-41VB" for a receipt's id: its last 15 hexadecimal digits, which are random, as 12 letters of 5
 * bits. Among a million receipts, the odds that any two share one are 1 to two million.
 */
export function receiptReference(id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '').slice(-hexDigits)}`)
  let letters = ''
  for (let left = (hexDigits * 4) / 5; left > 0; left -= 1) {
    letters = `${alphabet[Number(bits & 31n)]}${letters}`
    bits >>= 5n
  }
  return ['R', ...(letters.match(/.{4}/g) ?? [])].join('-')
}

/** A JSON value without numbers, since two programs may spell one number differently. */
export type TextValue = string | TextObject
/** Omits undefined values. */
export interface TextObject {
  readonly [name: string]: TextValue | undefined
}

/** Whether a parsed JSON value is one, nested no deeper than a receipt is. */
export function isTextValue(value: unknown, depth = 3): value is TextValue {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0)
    return false
  return Object.values(value).every((member) => isTextValue(member, depth - 1))
}

/**
 * The canonical JSON of a value of texts (RFC 8785): names in the order of their UTF-16 units, no spaces, and
 * texts as ECMAScript's JSON.stringify writes them.
 */
export function canonicalJson(value: TextValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  const members = Object.entries(value)
    .filter((member): member is [string, TextValue] => member[1] !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/**
 * The text that is signed for a receipt, in UTF-8. Its first line keeps a signature from being taken for one
 * of something else.
 */
export const signedText = (receipt: TextValue) => `paripassu-receipt-1\n${canonicalJson(receipt)}`
