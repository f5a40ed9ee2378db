import { describe, expect, it } from 'vitest'
import { isOnlyHere, isPictureAddress, isWebAddress, withScheme } from './web-addresses.ts'

describe('web addresses', () => {
  it.each(['https://www.example.com', 'http://example.com/a?b=c#d', 'HTTPS://example.com'])(
    'accepts the web address %s',
    (text) => expect(isWebAddress(text)).toBe(true),
  )

  it.each([
    ...['', 'example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://', 'https://a b'],
    ...['https://ann:secret@example.com', `https://example.com/${'x'.repeat(2000)}`],
  ])('rejects the web address %s', (text) => expect(isWebAddress(text)).toBe(false))
})

describe('picture URLs', () => {
  it.each(['https://example.com/logo.svg', '/logo.svg', '/a/b.png?c'])(
    'accepts the picture URL %s',
    (text) => expect(isPictureAddress(text)).toBe(true),
  )

  it.each(['http://example.com/logo.svg', '//example.com/logo.svg', '/\\example.com', 'logo.svg'])(
    'rejects the picture URL %s',
    (text) => expect(isPictureAddress(text)).toBe(false),
  )
})

describe('entered addresses', () => {
  it.each([
    ['www.example.com', 'https://www.example.com'],
    [' example.com/about ', 'https://example.com/about'],
    ['http://example.com', 'http://example.com'],
    ['desk@example.com', 'desk@example.com'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['example', 'example'],
    ['', ''],
  ])('converts the entered URL %s to %s', (typed, taken) => expect(withScheme(typed)).toBe(taken))
})

describe('addresses that only the local computer can open', () => {
  it.each(['http://localhost:3000/a', 'http://127.0.0.1:80', 'http://[::1]:3000'])(
    'recognizes %s as a local URL',
    (text) => expect(isOnlyHere(text)).toBe(true),
  )

  it.each(['https://desk.example.com', 'http://localhost.example.com', 'http://10.0.0.7:3000'])(
    "doesn't recognize %s as a local URL",
    (text) => expect(isOnlyHere(text)).toBe(false),
  )
})
