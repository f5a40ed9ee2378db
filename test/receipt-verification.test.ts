/** Changes each character or byte of a receipt in turn and checks the verification result. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { asFile, makeReceipt, makeSigningKey, signReceipt } from '#test/support/receipts.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { receiptAsPdf } from '#server/book/receipts/pdf.ts'
import {
  signedBytesOfPdf,
  pdfProofLine,
  verifyReceipt,
} from '#server/book/receipts/verification.ts'
import { security } from '#test/support/requirements.ts'

const { key, publicKey } = makeSigningKey()
const other = makeSigningKey()
const keys = [other.publicKey, publicKey]
const signed = signReceipt(makeReceipt(), key)
const json = asFile(signed).toString()
const verdictOf = (text: string) => verifyReceipt(Buffer.from(text), keys)

function compact(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return null
  }
}

describe('JSON receipts', () => {
  it('accepts an unchanged receipt, even with different whitespace or with a byte order mark', () => {
    expect(verdictOf(json)).toBe('genuine')
    expect(verdictOf(JSON.stringify(JSON.parse(json), null, 2))).toBe('genuine')
    expect(verdictOf(`\ufeff${json}\r\n`)).toBe('genuine')
  })

  it("doesn't accept a receipt with a single changed character", () => {
    security('11.6.1')
    const letters = Array.from(json)
    const replacements = ['0', 'A', 'z', '"', '\\', ' ', '_', '-', '✓']
    const missed = letters.flatMap((letter, at) =>
      replacements
        .filter((each) => each !== letter)
        .filter((each) => verdictOf(letters.with(at, each).join('')) === 'genuine')
        .map((each) => `${at}: ${letter} as ${each}`),
    )
    expect(missed).toEqual([])
  })

  it("doesn't accept a receipt with replaced, added, or removed characters", () => {
    const place = fc.nat(json.length - 1)
    fc.assert(
      fc.property(place, fc.nat(2), fc.string({ maxLength: 3 }), (at, cut, added) => {
        const changed = json.slice(0, at) + added + json.slice(at + cut)
        // Whitespace between tokens doesn't matter, and a random replacement may equal the original character.
        if (compact(changed) !== json) expect(verdictOf(changed)).not.toBe('genuine')
      }),
      { numRuns: 2000 },
    )
  })

  it('reports a receipt as altered when a value is replaced or added', () => {
    const { receipt, keyId, signature } = signed
    const others = [
      { receipt: { ...receipt, amount: '100000.01' }, keyId, signature },
      { receipt: { ...receipt, note: 'x' }, keyId, signature },
      { receipt: { ...receipt, before: undefined }, keyId, signature },
      { receipt, keyId, signature, note: 'x' },
      { receipt, keyId, signature: signature.slice(0, -1) },
      { receipt, keyId, signature: `${signature}==` },
      { receipt, keyId: other.publicKey.kid, signature },
      { receipt, keyId: other.publicKey.kid.replace(/^./, '*'), signature },
      { receipt, keyId: `${keyId}A`, signature },
      ...Array.from(keyId, (letter, at) => ({
        receipt,
        keyId: Array.from(keyId)
          .with(at, letter === 'A' ? 'B' : 'A')
          .join(''),
        signature,
      })),
      { receipt: { ...receipt, term: 24 }, keyId, signature },
      { receipt: 'x', keyId, signature },
      { receipt, keyId },
    ]
    for (const each of others) expect(verdictOf(JSON.stringify(each))).toBe('altered')
  })

  it('reports a receipt as altered if a field name is repeated or a character is escaped differently', () => {
    const twice = json.replace('"receipt":{', '"receipt":{"amount":"9.00",')
    expect(JSON.parse(twice)).toEqual(JSON.parse(json))
    expect(verdictOf(twice)).toBe('altered')
    for (const [written, spelled] of [
      ['\\u001f', '\\u001F'],
      ['/ 倉庫', '\\/ 倉庫'],
      ['R-', '\\u0052-'],
    ] as const) {
      const changed = json.replace(written, spelled)
      expect(JSON.parse(changed)).toEqual(JSON.parse(json))
      expect(verdictOf(changed), spelled).toBe('altered')
    }
  })

  it('reports a receipt as unknown if none of the keys signed it', () => {
    const stranger = makeSigningKey()
    expect(verdictOf(asFile(signReceipt(makeReceipt(), stranger.key)).toString())).toBe('unknown')
    expect(verifyReceipt(Buffer.from(json), [])).toBe('unknown')
  })
})

it("doesn't accept other files as receipts", () => {
  const files = ['', '{}', '[]', 'null', '"x"', '{"receipt":', '%PDF-1.7\n%%EOF\n', '\0', '🙂']
  for (const file of files) expect(verdictOf(file), file).toBe('unknown')
  expect(verdictOf('{"a":'.repeat(30_000))).toBe('unknown')
  expect(verdictOf(`${'{"a":'.repeat(30_000)}""${'}'.repeat(30_000)}`)).toBe('unknown')
  expect(verifyReceipt(Buffer.from([0xff, 0xfe, 0x7b]), keys)).toBe('unknown')
  expect(verifyReceipt(Buffer.concat([Buffer.from(json), Buffer.from([0xff])]), keys)).toBe(
    'altered',
  )
})

describe('PDF receipts', () => {
  let pdf: Buffer
  beforeAll(async () => {
    pdf = await receiptAsPdf(signed, { publicUrl: 'https://desk.example.com' })
  })

  it('accepts a one-page PDF with the receipt attached', async () => {
    expect(verifyReceipt(pdf, keys)).toBe('genuine')
    const document = await PDFDocument.load(pdf)
    expect(document.getPageCount()).toBe(1)
    expect(document.getPage(0).getSize()).toEqual({ width: 612, height: 792 })
    const [attached, ...more] = document.getAttachments()
    expect(more).toEqual([])
    expect(attached?.name).toBe(`receipt-${signed.receipt.reference}.json`)
    expect(Buffer.from(attached?.data ?? []).toString()).toBe(json)
  })

  it('reports a PDF receipt with a single changed byte as altered', () => {
    security('11.6.1')
    const missed = []
    const changed = Buffer.from(pdf)
    for (const [at, byte] of pdf.entries()) {
      changed[at] = byte ^ (1 << (at % 8))
      if (verifyReceipt(changed, keys) !== 'altered') missed.push(at)
      changed[at] = byte
    }
    expect(missed).toEqual([])
  })

  it('reports a PDF receipt with removed or added bytes as altered', () => {
    for (const bytes of [1, 100, 150]) {
      expect(verifyReceipt(pdf.subarray(0, -bytes), keys), `${bytes}`).toBe('altered')
      expect(verifyReceipt(pdf.subarray(bytes), keys), `${bytes}`).toBe('altered')
      const longer = Buffer.concat([pdf, Buffer.alloc(bytes, '\n')])
      expect(verifyReceipt(longer, keys), `${bytes}`).toBe('altered')
    }
  })

  it('reports a re-signed PDF receipt as altered, or as unknown if the signing key is unknown', () => {
    security('11.6.1')
    const content = pdf.subarray(0, pdf.lastIndexOf('%paripassu-receipt-signature'))
    const withProof = (signature: string, keyId: string) =>
      Buffer.concat([content, Buffer.from(pdfProofLine(keyId, signature))])
    expect(verifyReceipt(withProof(signed.signature, key.id), keys)).toBe('altered')
    expect(verifyReceipt(withProof(key.sign(content), key.id), keys)).toBe('altered')
    const stranger = makeSigningKey()
    const signature = stranger.key.sign(signedBytesOfPdf(content))
    expect(verifyReceipt(withProof(signature, stranger.key.id), [other.publicKey])).toBe('unknown')
  })
})
