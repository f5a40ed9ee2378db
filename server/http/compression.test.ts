import { expect, it } from 'vitest'
import { chooseCoding } from './compression.ts'

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,GZIP;q=0.5', 'gzip'],
  ['*', 'gzip'],
  ['deflate', null],
  ['identity;q=0', null],
  ['nonsense;;;q=,,br=', null],
  ['', null],
  [undefined, null],
])('responds to the header "Accept-Encoding: %s" with the encoding %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding)
})
