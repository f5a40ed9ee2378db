import { expect, it } from 'vitest'
import { isSameOrigin } from './guard.ts'

const here = (headers: Record<string, string>, host = 'localhost:3000') =>
  isSameOrigin(headers, host, 'https://desk.example.com')

it("accepts a request that has no Origin header and doesn't come from a browser", () => {
  expect(here({})).toBe(true)
})

it("accepts a request from a page on the requested host, regardless of the host's name", () => {
  expect(here({ origin: 'http://localhost:3000' })).toBe(true)
  expect(here({ origin: 'http://127.0.0.1:3000' }, '127.0.0.1:3000')).toBe(true)
  expect(here({ origin: 'http://[::1]:3000' }, '[::1]:3000')).toBe(true)
  expect(here({ origin: 'https://desk.example.com' })).toBe(true)
})

it('rejects requests from a page with another scheme, host, or port, and requests with malformed origins', () => {
  for (const origin of [
    'http://desk.example.com',
    'https://desk.example.com:8443',
    'https://example.com',
    'http://localhost',
    'http://localhost:3001',
    'null',
    '',
    'localhost:3000',
    'file://',
  ])
    expect(here({ origin }), origin).toBe(false)
})

it('trusts the Sec-Fetch-Site header if the request has no Origin header', () => {
  expect(here({ 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(here({ 'sec-fetch-site': 'none' })).toBe(true)
  for (const site of ['cross-site', 'same-site', '', 'SAME-ORIGIN '])
    expect(here({ 'sec-fetch-site': site }), site).toBe(false)
})
