/** Each row of docs/spec-coverage.md is covered by a test that names the row and that `npm test` runs. */
import { endpoints } from '#contract/endpoints.ts'
import { expect, it } from 'vitest'
import { boundTests, sourceOf } from '#test/support/bound-tests.ts'
import { rowsOfTables, withFiles } from '#test/support/tables.ts'

const file = 'docs/spec-coverage.md'
const document = sourceOf(file)
const rows = rowsOfTables(document, 'Row').map(([id = '', wanted = '']) => ({ id, wanted }))
const bound = boundTests().filter(({ by }) => by === 'spec')

it('covers every specification row with a test that npm test runs', () => {
  expect(rows.length).toBeGreaterThanOrEqual(384)
  const usual = bound.filter(({ runs, file: of }) => runs === 'always' && !isNightly(of))
  const proven = new Set(usual.map(({ id }) => id))
  expect(rows.filter(({ id }) => !proven.has(id))).toEqual([])
})

const isNightly = (of: string) => of.startsWith('test/nightly/')

it('names only existing specification rows in tests, and names each in at least one test that runs', () => {
  const known = new Set(rows.map(({ id }) => id))
  expect(bound.filter(({ id, runs }) => !known.has(id) || runs === 'never')).toEqual([])
})

it('lists the test files for each specification row (vitest -u updates the lists)', async () => {
  await expect(withFiles(document, 'Row', bound)).toMatchFileSnapshot(`../${file}`)
})

it('states the expected behavior in each specification row and numbers rows within their section', () => {
  for (const [section = '', ...rest] of document
    .split(/^#{2,3} /m)
    .map((text) => text.split('\n'))) {
    const [number = ''] = section.split(/\.? /)
    const own = rowsOfTables(rest.join('\n'), 'Row')
    for (const [id = '', wanted] of own) {
      expect(id.replace(/\.\d+$/, ''), wanted).toBe(number)
      expect(wanted, id).not.toBe('')
    }
    expect(new Set(own.map(([id]) => id)).size, section).toBe(own.length)
    expect(new Set(own.map(([, wanted]) => wanted)).size, section).toBe(own.length)
  }
})

it('names only existing endpoints in specification rows', () => {
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
