import { readdirSync, readFileSync, statSync } from 'node:fs'
import { drawStructure } from '#scripts/structure.ts'
import { expect, it } from 'vitest'

const maxBytes = 60 * 1024

it('includes every image from docs/images in the README, each at most 60 KiB', () => {
  const shown = readFileSync('README.md', 'utf8').match(/docs\/images\/[\w.-]+/g) ?? []
  const kept = readdirSync('docs/images').map((name) => `docs/images/${name}`)
  expect(shown.toSorted()).toEqual(kept.toSorted())
  expect(kept.filter((file) => statSync(file).size > maxBytes)).toEqual([])
})

it('keeps docs/structure.svg up to date with `npm run structure`', () => {
  expect(readFileSync('docs/structure.svg', 'utf8')).toBe(drawStructure())
})
