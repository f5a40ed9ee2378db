import { describe, expect, it } from 'vitest'
import { isPictureAddress, isWebAddress } from './web-addresses.ts'

describe('a web address', () => {
  it.each(['https://www.example.com', 'http://example.com/a?b=c#d', 'HTTPS://example.com'])(
    'may be %s',
    (text) => expect(isWebAddress(text)).toBe(true),
  )

  it.each([
    ...['', 'example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://', 'https://a b'],
    ...['https://ann:secret@example.com', `https://example.com/${'x'.repeat(2000)}`],
  ])("can't be %s", (text) => expect(isWebAddress(text)).toBe(false))
})

describe("a picture's address", () => {
  it.each(['https://example.com/logo.svg', '/logo.svg', '/a/b.png?c'])('may be %s', (text) =>
    expect(isPictureAddress(text)).toBe(true),
  )

  it.each(['http://example.com/logo.svg', '//example.com/logo.svg', '/\\example.com', 'logo.svg'])(
    "can't be %s",
    (text) => expect(isPictureAddress(text)).toBe(false),
  )
})
