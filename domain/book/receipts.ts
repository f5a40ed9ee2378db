/**
 * Receipts for actions on commitments, their terms and their money: the wording, and the exact text that is signed
 * (decision 24).
 */

export const receiptActs = [
  'committed',
  'changed',
  'made_binding',
  'withdrawn',
  'released',
  'lapsed',
  'accepted',
  'declined',
  'terms_confirmed',
  'terms_declined',
  'called_back',
] as const
export type ReceiptAct = (typeof receiptActs)[number]

export const receiptKinds = ['binding', 'soft'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/**
 * The versions of the fields. A call-back has more than other acts, whose receipts stay the same to the byte.
 * Add a version when fields are added or removed.
 */
export const receiptVersions = ['1', '2'] as const

export function describeReceiptAct({ act, kind }: { act: ReceiptAct; kind: ReceiptKind }): string {
  const noun = kind === 'binding' ? 'Commitment' : 'Indication'
  if (act === 'committed') return noun
  return act === 'lapsed' ? `${noun} lapsed` : laterActs[act]
}

const laterActs: Record<Exclude<ReceiptAct, 'committed' | 'lapsed'>, string> = {
  changed: 'Indication changed',
  made_binding: 'Indication made binding',
  withdrawn: 'Indication withdrawn',
  released: 'Commitment released',
  accepted: 'Offer accepted',
  declined: 'Offer declined',
  terms_confirmed: 'New terms confirmed',
  terms_declined: 'New terms declined',
  called_back: 'Funding instructions verified',
}

// Crockford's Base32, which omits I, L, O, and U because they can be confused when read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const hexDigits = 15

/**
 * Encodes the last 15 hexadecimal digits of the id, which are random, as a code such as "R-7K2M-9QXD-41VB". Among a
 * million receipts, the odds of a collision are one in two million.
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

/** JSON without numbers, because programs can write the same number in different ways. */
export type TextValue = string | TextObject
/** Fields that are undefined are omitted. */
export interface TextObject {
  readonly [name: string]: TextValue | undefined
}

/** Returns true if a parsed JSON value contains only strings and objects, nested no deeper than in a receipt. */
export function isTextValue(value: unknown, depth = 3): value is TextValue {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0)
    return false
  return Object.values(value).every((member) => isTextValue(member, depth - 1))
}

/**
 * Writes strings and objects as canonical JSON (RFC 8785): names sorted by UTF-16 code units, no whitespace, and
 * strings as `JSON.stringify` writes them.
 */
export function canonicalJson(value: TextValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  const members = Object.entries(value)
    .filter((member): member is [string, TextValue] => member[1] !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** The papers that are signed. */
export const signedPapers = ['receipt', 'register', 'certificate'] as const
export type SignedPaper = (typeof signedPapers)[number]

/**
 * The UTF-8 text that is signed. Because of its first line, a signature for other content isn't valid for a receipt.
 */
export const signedText = (content: TextValue, paper: SignedPaper = 'receipt') =>
  `paripassu-${paper}-1\n${canonicalJson(content)}`
