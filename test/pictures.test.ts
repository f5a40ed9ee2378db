import { readdirSync, readFileSync } from 'node:fs'
import { printPictures } from '#scripts/support/picture-list.mjs'
import { pictures } from '#test/e2e/support/pictures.ts'
import { expect, it } from 'vitest'

const kept = readdirSync('docs/screens').filter((name) => name !== 'README.md')

it('docs/screens has every picture of every screen, and no other; `npm run screens` takes them', () => {
  const taken = pictures.flatMap(({ files }) => files.map(({ file }) => file))
  expect(kept.filter((file) => !taken.includes(file))).toEqual([])
  expect(taken.filter((file) => !kept.includes(file))).toEqual([])
})

it('docs/screens lists its pictures', () => {
  expect(readFileSync('docs/screens/README.md', 'utf8')).toBe(printPictures(kept))
})
