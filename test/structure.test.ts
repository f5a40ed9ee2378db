import { readFileSync } from 'node:fs'
import { drawStructure } from '#scripts/structure.mjs'
import { expect, it } from 'vitest'

it('is what docs/structure.svg shows; npm run structure draws it again', () => {
  expect(readFileSync('docs/structure.svg', 'utf8')).toBe(drawStructure())
})
