/** Finding the tests that a document names, and nothing that only looks like a test. */
import { complaintAbout, isConditional } from '#test/support/bound-tests.ts'
import { testsOf } from '#test/support/tests-of-a-file.ts'
import { expect, it } from 'vitest'

const found = (source: string) => testsOf(source).map(({ name, runs }) => `${name}: ${runs}`)
const run = '() => {}'

it('finds what a test runner runs', () => {
  for (const source of [
    `it('works', ${run})`,
    `test("works", { timeout: 1 }, ${run})`,
    `it.each([1])(\`works\`, ${run})`,
    `it.for([1])('works', ${run})`,
    `it.concurrent('works', ${run})`,
    `const own = test.extend({}); own('works', ${run})`,
    `export function declare() { it('works', ${run}) }`,
  ])
    expect(found(source), source).toEqual(['works: always'])
})

it('finds nothing else', () => {
  for (const source of [
    `console.log('works', ${run})`,
    `expect(1, 'works')`,
    `// it('works', ${run})`,
    `const text = "it('works', ${run})"`,
    `it('works')`,
    `test.use('works', ${run})`,
    `describe('works', ${run})`,
    `describe('works', () => { it.skip('part', ${run}) })`,
  ])
    expect(found(source).filter((each) => each.startsWith('works'))).toEqual([])
})

it('finds a group if a test in it runs', () => {
  const source = `describe('a whole', () => { it('works', ${run}) })`
  expect(found(source)).toEqual(['works: always', 'a whole: always'])
})

it('distinguishes tests that are always skipped from tests that are skipped on some machines', () => {
  for (const source of [
    `it.skip('works', ${run})`,
    `it.todo('works', ${run})`,
    `test.fixme('works', ${run})`,
    `it.skip.each([1])('works', ${run})`,
  ])
    expect(found(source), source).toEqual(['works: never'])
  expect(found(`describe.skip('a', () => { it('works', ${run}) })`)).toEqual(['works: never'])
  expect(found(`it.skipIf(true)('works', ${run})`)).toEqual(['works: where it can'])
  const group = `describe.skipIf(x)('a', () => { it('works', ${run}) })`
  expect(found(group)).toEqual(['works: where it can', 'a: where it can'])
})

it('explains what is wrong with a named test', () => {
  const here = '`test/bound-tests.test.ts` ›'
  expect(complaintAbout(`${here} finds nothing else`)).toBeNull()
  expect(complaintAbout(`${here} works`)).toContain('has no test of this name')
  expect(complaintAbout('`test/nowhere.test.ts` › works')).toContain('is not there')
  expect(complaintAbout('`test/support/desk.ts` › works')).toContain('is no file of tests')
  expect(complaintAbout('some words')).toContain('names no test')
  expect(isConditional(`${here} finds nothing else`)).toBe(false)
})
