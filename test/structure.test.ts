import { readFileSync } from 'node:fs'
import { drawStructure } from '#scripts/structure.ts'
import { expect, it } from 'vitest'

it('keeps docs/structure.svg up to date with `npm run structure`', () => {
  expect(readFileSync('docs/structure.svg', 'utf8')).toBe(drawStructure())
})
