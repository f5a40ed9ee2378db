import { readFileSync } from 'node:fs'
import { drawStructure } from '#scripts/structure.ts'
import { expect, it } from 'vitest'

it('docs/structure.svg is up to date; `npm run structure` draws it', () => {
  expect(readFileSync('docs/structure.svg', 'utf8')).toBe(drawStructure())
})
