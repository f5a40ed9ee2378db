import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  describeReceiptAct,
  isTextValue,
  receiptReference,
  signedText,
  type ReceiptAct,
  type ReceiptKind,
} from './receipts.ts'

describe('a receipt reference', () => {
  it("derives a receipt's reference from the end of its id, using characters that are easy to read aloud", () => {
    expect(receiptReference('00000000-0000-4000-8000-000000000000')).toBe('R-0000-0000-0000')
    expect(receiptReference('00000000-0000-4000-8fff-ffffffffffff')).toBe('R-ZZZZ-ZZZZ-ZZZZ')
    expect(receiptReference('00000000-0000-4000-8000-000000000021')).toBe('R-0000-0000-0011')
    expect(receiptReference('7d1f6c9e-6b0e-4b57-9b8e-0e4f3d1a2b3c')).toMatch(
      /^R(-[0-9A-HJKMNP-TV-Z]{4}){3}$/,
    )
  })
})

it.each<[ReceiptAct, ReceiptKind, string]>([
  ['committed', 'binding', 'Commitment'],
  ['committed', 'soft', 'Indication'],
  ['changed', 'soft', 'Indication changed'],
  ['made_binding', 'binding', 'Indication made binding'],
  ['withdrawn', 'soft', 'Indication withdrawn'],
  ['released', 'binding', 'Commitment released'],
  ['called_back', 'binding', 'Funding instructions verified'],
])('describes the action %s on a %s commitment as "%s"', (act, kind, heading) => {
  expect(describeReceiptAct({ act, kind })).toBe(heading)
})

describe('canonical JSON', () => {
  it('writes canonical JSON with sorted names (RFC 8785), no whitespace, and the same escapes as `JSON.stringify`', () => {
    // This is the sorting example from RFC 8785.
    const value = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    }
    const parsed: Record<string, string> = JSON.parse(canonicalJson(value))
    expect(canonicalJson(value)).not.toMatch(/"[:,] | [:,]"/)
    expect([...canonicalJson(value).matchAll(/"([^"]+)":/g)].map(([, name]) => name)).toEqual([
      '\\r',
      '1',
      '\u0080',
      'ö',
      '€',
      '😀',
      '\ufb33',
    ])
    expect(parsed).toEqual(value)
    expect(canonicalJson({ b: '"\\\n\u001f✓/', a: { d: 'x', c: '' }, gone: undefined })).toBe(
      String.raw`{"a":{"c":"","d":"x"},"b":"\"\\\n\u001f✓/"}`,
    )
  })

  it("starts a receipt's signed text with a line that names the format", () => {
    expect(signedText({ b: '1', a: '2' })).toBe('paripassu-receipt-1\n{"a":"2","b":"1"}')
  })

  it('accepts only nested objects of strings as canonical JSON, nested no deeper than in a receipt', () => {
    expect(isTextValue({ a: { b: { c: 'x' } } })).toBe(true)
    for (const other of [1, null, true, ['x'], { a: 1 }, { a: { b: { c: { d: 'x' } } } }])
      expect(isTextValue(other), JSON.stringify(other)).toBe(false)
  })
})
