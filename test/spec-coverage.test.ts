/** Whether docs/spec-coverage.md is honest: every row names tests, and they are there. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { endpoints } from '#contract/endpoints.ts'
import { projectRoot } from '#server/project-root.ts'
import { expect, it } from 'vitest'

interface Row {
  wanted: string
  tests: string[]
}

const source = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

const cellBorder = /(?<!\\)\|/

/** The rows of all tables but their heads. */
const rows: Row[] = source('docs/spec-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split(cellBorder).map((cell) => cell.replaceAll('\\|', '|').trim()))
  .filter(([, wanted]) => wanted !== 'What is wanted' && wanted !== '---')
  .map(([, wanted = '', tests = '']) => ({ wanted, tests: tests.split('<br>') }))

/** What a runner takes up: by its name, or because such a file calls it. */
const isTest = /(\.test\.tsx?|\.e2e\.ts|-on-a-store\.ts)$/

/** Null when the test is there, else what is wrong with it. */
function complaint(test: string): string | null {
  const { file = '', name = '' } = /^`(?<file>[^`]+)` › (?<name>.+)$/.exec(test)?.groups ?? {}
  if (!file) return `names no test: ${test}`
  if (!isTest.test(file)) return `is no file of tests: ${file}`
  if (!existsSync(path.join(projectRoot, file))) return `is not there: ${file}`
  const text = source(file)
  const isNamed = ["'", '"', '`'].some(
    (quote) =>
      text.includes(`(${quote}${name}${quote}`) || text.includes(` ${quote}${name}${quote},`),
  )
  return isNamed ? null : `has no test of this name: ${test}`
}

it('names for every row tests that are there', () => {
  expect(rows.length).toBeGreaterThan(300)
  const wrong = rows.flatMap(({ wanted, tests }) =>
    tests.flatMap((test) => complaint(test)?.concat(` (for: ${wanted})`) ?? []),
  )
  expect(wrong).toEqual([])
})

it('says of every row what is wanted, and of nothing twice in one section', () => {
  const sections = source('docs/spec-coverage.md').split(/^#{2,3} /m)
  for (const section of sections) {
    const lines = section.split('\n').filter((line) => line.startsWith('| '))
    const wanted = lines.map((line) => line.split(cellBorder)[1]?.trim() ?? '')
    expect(wanted.filter((text) => text === '')).toEqual([])
    expect(new Set(wanted).size, section.slice(0, 40)).toBe(wanted.length)
  }
})

it('names calls that the table of calls has', () => {
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
