import { security } from '#test/support/requirements.ts'
import { createSecretKey, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptSecret, encryptSecret, isEncrypted, type SecretPlace } from './encryption.ts'

const key = createSecretKey(randomBytes(32))
const ada: SecretPlace = { table: 'two_factors', id: '7d1f6c9e-6b0e-4b57-9b8e-0e4f3d1a2b3c' }
const secret = 'JBSWY3DPEHPK3PXP'

describe('storing secrets', () => {
  it('stores a secret unencrypted if no key is set, and can still read that secret after a key is set', () => {
    expect(encryptSecret(null, ada, secret)).toBe(secret)
    expect(decryptSecret(null, ada, secret)).toBe(secret)
    expect(decryptSecret(key, ada, secret)).toBe(secret)
  })

  it('encrypts a secret differently each time and decrypts it with the same key', () => {
    security('11.3.1', '11.3.2')
    const stored = encryptSecret(key, ada, secret)
    expect(stored).toMatch(/^enc1:[\w-]{59}$/)
    expect(isEncrypted(stored)).toBe(true)
    expect(encryptSecret(key, ada, secret)).not.toBe(stored)
    expect(decryptSecret(key, ada, stored)).toBe(secret)
  })

  it('stores secrets of any length and with any characters', () => {
    for (const text of ['', '✓ é', 'x'.repeat(10_000)])
      expect(decryptSecret(key, ada, encryptSecret(key, ada, text))).toBe(text)
  })
})

describe('decrypting secrets', () => {
  const stored = encryptSecret(key, ada, secret)

  it("doesn't decrypt a secret without a key or with another key", () => {
    expect(decryptSecret(null, ada, stored)).toBeNull()
    expect(decryptSecret(createSecretKey(randomBytes(32)), ada, stored)).toBeNull()
  })

  it.each([
    { ...ada, id: '00000000-0000-4000-8000-000000000000' },
    { ...ada, table: 'secrets' as const },
  ])("doesn't decrypt a secret copied from another row: %o", (other) => {
    security('11.3.3')
    expect(decryptSecret(key, other, stored)).toBeNull()
  })

  it("doesn't decrypt a changed or truncated secret", () => {
    security('11.3.3')
    const bytes = Buffer.from(stored.slice('enc1:'.length), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(decryptSecret(key, ada, `enc1:${changed.toString('base64url')}`), `${at}`).toBeNull()
      const short = bytes.subarray(0, at).toString('base64url')
      expect(decryptSecret(key, ada, `enc1:${short}`), `${at}`).toBeNull()
    }
  })
})
