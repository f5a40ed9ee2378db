import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { drawStructure } from '#scripts/structure.ts'
import { expect, it } from 'vitest'

const maxBytes = 60 * 1024

it('includes every docs/images file in the README and limits each file to 60 KiB', () => {
  const shown = readFileSync('README.md', 'utf8').match(/docs\/images\/[\w.-]+/g) ?? []
  const kept = readdirSync('docs/images').map((name) => `docs/images/${name}`)
  expect(shown.toSorted()).toEqual(kept.toSorted())
  expect(kept.filter((file) => statSync(file).size > maxBytes)).toEqual([])
})

it('keeps docs/structure.svg identical to the output of `npm run structure`', () => {
  expect(readFileSync('docs/structure.svg', 'utf8')).toBe(drawStructure())
})

/** Matches a path in code font, relative to the project's folder and without placeholders, such as `server/app.ts`. */
const namedPath =
  /`((?:bench|contract|deploy|docs|domain|findings|scripts|server|test|web)\/[\w./-]+)`/g

it('names only existing files and folders in documents and comments', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.mjs']).toString()
  const missing = files
    .trim()
    .split('\n')
    // The changelog also names files in earlier versions.
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(namedPath)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(named))
        .map((named) => `${file}: ${named}`),
    )
  expect(missing).toEqual([])
})
