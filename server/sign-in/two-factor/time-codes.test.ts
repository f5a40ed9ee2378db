import { security } from '#test/support/requirements.ts'
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { looksLikeTimeCode, newSecret, setUpAddress, stepAt, stepOfCode } from './time-codes.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('computes the RFC 6238 code for %i seconds: %s', (seconds, code) => {
  security('11.2.3')
  expect(stepOfCode(secret, code, seconds)).toBe(stepAt(seconds))
})

it('accepts codes for a time step and its two neighbors, and returns the matching step', () => {
  security('6.5.5')
  const [first, last] = [1_111_111_080, 1_111_111_109.9]
  for (const seconds of [first, last, last + 29, first - 29])
    expect(stepOfCode(secret, '081804', seconds), String(seconds)).toBe(37_037_036)
  for (const seconds of [first - 31, last + 31])
    expect(stepOfCode(secret, '081804', seconds), String(seconds)).toBeNull()
})

it('accepts an authenticator code only in formats that apps display', () => {
  expect(stepOfCode(secret, '081 804', 1_111_111_109)).toBe(37_037_036)
  for (const code of ['', '81804', '0818044', '08180a', '０８１８０４', '-81804', '081.804'])
    expect([looksLikeTimeCode(code), stepOfCode(secret, code, 1_111_111_109)]).toEqual([
      false,
      null,
    ])
})

it('generates distinct 160-bit secrets for authenticator apps', () => {
  security('6.5.3')
  const made = Array.from({ length: 50 }, newSecret)
  expect(new Set(made).size).toBe(50)
  for (const each of made) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

it('creates a two-factor setup URL with everything that the authenticator app needs', () => {
  const address = new URL(setUpAddress(secret, 'Cole, Reyes & Co', 'ada+desk@example.com'))
  expect([address.protocol, address.hostname]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Cole, Reyes & Co:ada+desk@example.com')
  const { secret: told, issuer, ...rest } = Object.fromEntries(address.searchParams)
  expect([told, issuer]).toEqual([secret, 'Cole, Reyes & Co'])
  const granted = { algorithm: 'SHA1', digits: '6', period: '30' }
  expect({ ...granted, ...rest }).toEqual(granted)
})

it('computes the same two-factor codes as an independent implementation does', () => {
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
