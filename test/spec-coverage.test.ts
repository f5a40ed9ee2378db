/** Every row of docs/spec-coverage.md names tests that exist. */
import { endpoints } from '#contract/endpoints.ts'
import { expect, it } from 'vitest'
import {
  complaintAbout,
  isInEveryRun,
  rowsOfTables,
  sourceOf,
  testsIn,
} from '#test/support/bound-tests.ts'

const document = sourceOf('docs/spec-coverage.md')
const rows = rowsOfTables(document, 'What is wanted').map(([wanted = '', tests = '']) => ({
  wanted,
  tests: testsIn(tests),
}))

it('names existing tests in every row', () => {
  expect(rows.length).toBeGreaterThan(300)
  const wrong = rows.flatMap(({ wanted, tests }) =>
    tests.flatMap((test) => complaintAbout(test)?.concat(` (for: ${wanted})`) ?? []),
  )
  expect(wrong).toEqual([])
})

it('names in every row a test that npm test runs', () => {
  const unproven = rows.filter(({ tests }) => !tests.some(isInEveryRun))
  expect(unproven.map(({ wanted }) => wanted)).toEqual([])
})

it('says in every row what is wanted, and nothing twice in one section', () => {
  const sections = document.split(/^#{2,3} /m)
  for (const section of sections) {
    const wanted = rowsOfTables(section, 'What is wanted').map(([text = '']) => text)
    expect(wanted.filter((text) => text === '')).toEqual([])
    expect(new Set(wanted).size, section.slice(0, 40)).toBe(wanted.length)
  }
})

it('names only calls of the table', () => {
  const known = new Set(
    Object.values(endpoints).map(
      ({ method, path: address }) => `${method} ${address.replace(/:\w+/g, '{}')}`,
    ),
  )
  const called = rows
    .map(({ wanted }) => /^`(?<call>[A-Z]+ \/api\/[^`]+)`/.exec(wanted)?.groups?.['call'])
    .filter((call) => call !== undefined)
  expect(called.length).toBeGreaterThan(30)
  const unknown = called.filter((call) => !known.has(call.replace(/\{\w+\}/g, '{}')))
  expect(unknown).toEqual([])
})
