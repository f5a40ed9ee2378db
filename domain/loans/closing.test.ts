import { expect, it } from 'vitest'
import { maturesIfClosed } from './closing.ts'

it('counts whole months from the month of the closing', () => {
  expect(maturesIfClosed(new Date(2026, 10, 23), 24)).toBe('2028-11')
  expect(maturesIfClosed(new Date(2026, 10, 30), 1)).toBe('2026-12')
  expect(maturesIfClosed(new Date(2026, 10, 30), 2)).toBe('2027-01')
  expect(maturesIfClosed(new Date(2026, 0, 31), 1)).toBe('2026-02')
  expect(maturesIfClosed(new Date(2026, 11, 31), 1200)).toBe('2126-12')
})
