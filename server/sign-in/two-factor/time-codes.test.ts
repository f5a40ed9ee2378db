import { security } from '#test/support/requirements.ts'
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { looksLikeTimeCode, newSecret, setUpAddress, stepAt, stepOfCode } from './time-codes.ts'

// The secret from RFC 6238's table, "12345678901234567890".
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('takes the codes of the standard: at %i seconds %s', (seconds, code) => {
  security('11.2.3')
  expect(stepOfCode(secret, code, seconds)).toBe(stepAt(seconds))
})

it('accepts the codes of a step and its two neighbors, and returns their step', () => {
  security('6.5.5')
  // 37037036 is the step of the code, from second 1111111080 to 1111111109.
  const [first, last] = [1_111_111_080, 1_111_111_109.9]
  for (const seconds of [first, last, last + 29, first - 29])
    expect(stepOfCode(secret, '081804', seconds), String(seconds)).toBe(37_037_036)
  for (const seconds of [first - 31, last + 31])
    expect(stepOfCode(secret, '081804', seconds), String(seconds)).toBeNull()
})

it('accepts a code as apps display it, and nothing else', () => {
  expect(stepOfCode(secret, '081 804', 1_111_111_109)).toBe(37_037_036)
  for (const code of ['', '81804', '0818044', '08180a', '０８１８０４', '-81804', '081.804'])
    expect([looksLikeTimeCode(code), stepOfCode(secret, code, 1_111_111_109)]).toEqual([
      false,
      null,
    ])
})

it('generates secrets of 160 bits that differ', () => {
  security('6.5.3')
  const made = Array.from({ length: 50 }, newSecret)
  expect(new Set(made).size).toBe(50)
  for (const each of made) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

it('gives the app everything it needs', () => {
  const address = new URL(setUpAddress(secret, 'Cole, Reyes & Co', 'ada+desk@example.com'))
  expect([address.protocol, address.hostname]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Cole, Reyes & Co:ada+desk@example.com')
  const { secret: told, issuer, ...rest } = Object.fromEntries(address.searchParams)
  expect([told, issuer]).toEqual([secret, 'Cole, Reyes & Co'])
  // Omitted parameters have these defaults in apps.
  const granted = { algorithm: 'SHA1', digits: '6', period: '30' }
  expect({ ...granted, ...rest }).toEqual(granted)
})

it('agrees with an independent calculation', () => {
  security('11.2.1')
  const own = newSecret()
  const key = Buffer.from(
    own
      .split('')
      .map((letter) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
      )
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(50_000_000n)
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  const code = String(number % 1_000_000).padStart(6, '0')
  expect(stepOfCode(own, code, 50_000_000 * 30)).toBe(50_000_000)
})
