/**
 * Verifies a receipt, a register or a certificate, for the API and for `npm run receipt:verify`, which has no database.
 * It needs only the file and the public keys.
 */
import { createPublicKey, verify } from 'node:crypto'
import type { ReceiptVerdict } from '#contract/book/receipts.ts'
import { isTextValue, signedPapers, signedText, type TextObject } from '#domain/book/receipts.ts'

export interface PublicKey {
  kid: string
  x: string
}

interface Proof {
  keyId: string
  signature: string
  signed: Buffer
}

/** An unreadable file that contains one of the keys' ids counts as an altered receipt. */
export function verifyReceipt(file: Buffer, keys: readonly PublicKey[]): ReceiptVerdict {
  const proof = readPdf(file) ?? readJson(file)
  const key = proof && keys.find(({ kid }) => kid === proof.keyId)
  if (key) return isSignedBy(key, proof) ? 'genuine' : 'altered'
  const wasReceipt = keys.some(
    // A JSON file contains its key's id only once. If the id was changed, the signature still identifies the key.
    (known) => file.includes(known.kid) || (proof !== null && isSignedBy(known, proof)),
  )
  return wasReceipt ? 'altered' : 'unknown'
}

function isSignedBy({ x }: PublicKey, { signed, signature }: Proof): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  // Node's decoder skips characters outside base64url, and ignores unused bits of the last character.
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, signed, key, bytes)
}

/** The prefix that is added to a PDF's bytes before they are signed. */
const pdfPrefix = Buffer.from('paripassu-receipt-pdf-1\n')
const pdfProof = /\n%paripassu-receipt-signature ([\w-]{43}) ([\w-]{86})\n$/
const pdfProofLength = 200

/** The content that a PDF's signature covers: every byte before the line with the signature. */
export const signedBytesOfPdf = (bytes: Uint8Array) => Buffer.concat([pdfPrefix, bytes])
export const pdfProofLine = (keyId: string, signature: string) =>
  `%paripassu-receipt-signature ${keyId} ${signature}\n`

function readPdf(file: Buffer): Proof | null {
  // With latin1, each byte is one character, so offsets in the bytes and in the text agree.
  const end = file.subarray(-pdfProofLength).toString('latin1')
  const match = pdfProof.exec(end)
  const [line = '', keyId = '', signature = ''] = match ?? []
  if (!match) return null
  const signed = signedBytesOfPdf(file.subarray(0, file.length - line.length + 1))
  return { keyId, signature, signed }
}

/** Ignores spaces between JSON tokens. All other characters must be exactly as the installation wrote them. */
function readJson(file: Buffer): Proof | null {
  const content = parseJson(file)
  if (content === null) return null
  const { keyId, signature, ...signed } = content
  const [[name, paper] = [], ...others] = Object.entries(signed)
  const kind = signedPapers.find((each) => each === name)
  if (!kind || paper === undefined || others.length > 0) return null
  if (typeof keyId !== 'string' || typeof signature !== 'string') return null
  return { keyId, signature, signed: Buffer.from(signedText(paper, kind)) }
}

/** A register has the deepest file: its lines are objects within it. */
const fileDepth = 4

function parseJson(file: Buffer): TextObject | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    const value: unknown = JSON.parse(text)
    if (!isTextValue(value, fileDepth) || typeof value === 'string') return null
    // If a name occurs twice, some readers show the first value and others the second.
    return withoutSpaces(text) === JSON.stringify(value) ? value : null
  } catch {
    return null
  }
}

const withoutSpaces = (json: string) =>
  json.replaceAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g,
    (_part, text: string | undefined) => text ?? '',
  )
