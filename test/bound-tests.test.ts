import { boundIn } from '#test/support/bound-tests.ts'
import { withFiles } from '#test/support/tables.ts'
import { expect, it } from 'vitest'

const found = (source: string) => boundIn(source).map(({ id, runs }) => `${id}: ${runs}`)
const run = `() => { spec('1.1') }`

it("finds the specification rows named in a test's source code", () => {
  for (const source of [
    `it('works', ${run})`,
    `test("works", { timeout: 1 }, ${run})`,
    `testOnPhone("works", ${run})`,
    `it.each([1])(\`works\`, ${run})`,
    `it.for([1])('works', ${run})`,
    `it.concurrent('works', ${run})`,
    `const own = test.extend({}); own('works', ${run})`,
    `export function declare() { it('works', ${run}) }`,
    `describe('a whole', () => { spec('1.1'); it('works', () => {}) })`,
  ])
    expect(found(source), source).toEqual(['1.1: always'])
  expect(found(`it('works', () => { spec('1.1', '1.2'); security('2.1.1') })`)).toEqual([
    ...['1.1: always', '1.2: always', '2.1.1: always'],
  ])
})

it('ignores row numbers in comments, strings, and code outside tests', () => {
  for (const source of [`// it('works', ${run})`, `const text = "it('works', ${run})"`])
    expect(found(source), source).toEqual([])
  for (const source of [
    `console.log('works', ${run})`,
    `test.use('works', ${run})`,
    `test.beforeAll('works', ${run})`,
    `spec('1.1')`,
  ])
    expect(found(source), source).toEqual(['1.1: never'])
})

it('distinguishes tests that are always skipped from tests skipped only on some systems', () => {
  for (const source of [
    `it.skip('works', ${run})`,
    `test.fixme('works', ${run})`,
    `it.skip.each([1])('works', ${run})`,
    `describe.skip('a', () => { it('works', ${run}) })`,
  ])
    expect(found(source), source).toEqual(['1.1: never'])
  for (const source of [
    `it.skipIf(true)('works', ${run})`,
    `describe.skipIf(x)('a', () => { it('works', ${run}) })`,
  ])
    expect(found(source), source).toEqual(['1.1: where it can'])
})

it('lists the test files that cover each row of the table', () => {
  const bound = ['b.test.ts', 'a.test.ts', 'b.test.ts'].map((file) => ({
    by: 'spec' as const,
    id: '1.1',
    runs: 'always' as const,
    file,
  }))
  const head = '| Row | What is wanted | Tests |\n| --- | --- | --- |\n'
  expect(withFiles(`${head}| 1.1 | a \\| b | — |\n| 1.2 | c | \`a\` |`, 'Row', bound)).toBe(
    `${head}| 1.1 | a \\| b | \`a.test.ts\`<br>\`b.test.ts\` |\n| 1.2 | c | — |`,
  )
})
