import { expect, it } from 'vitest'
import { readBase64 } from './use-verification.ts'

it("preserves every byte of a receipt's file, even in files longer than one chunk", async () => {
  const bytes = Uint8Array.from({ length: 20_001 }, (_, place) => (place * 31) % 256)
  const text = await readBase64(new Blob([bytes]))
  expect(Buffer.from(text, 'base64')).toEqual(Buffer.from(bytes))
})

it('returns an empty string for an empty receipt file', async () => {
  expect(await readBase64(new Blob([]))).toBe('')
})
