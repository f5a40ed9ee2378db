/** Reads the tables of a document that name tests, and checks that these tests exist. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { testsOf, type FoundTest } from './tests-of-a-file.ts'

export const sourceOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

const cellBorder = /(?<!\\)\|/

/** The cells of every row of the tables with this first heading, without the headings. */
export function rowsOfTables(document: string, firstHeading: string): string[][] {
  let isWanted = false
  return document.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) return []
    const [, ...rest] = line.split(cellBorder)
    const cells = rest.slice(0, -1).map((cell) => cell.replaceAll('\\|', '|').trim())
    const [first = ''] = cells
    if (/^-+$/.test(first)) return []
    // A heading begins each table, and a line of dashes follows it.
    if (isHead(document, line)) isWanted = first === firstHeading
    else if (isWanted) return [cells]
    return []
  })
}

const isHead = (document: string, line: string) => document.includes(`${line}\n| ---`)

/** The tests that a cell names, one per line. */
export const testsIn = (cell: string): string[] => cell.split('<br>')

/** Files that a test runner runs, or that such a file calls. */
const isTest = /(\.test\.tsx?|\.e2e\.ts|-on-a-store\.ts)$/

const read = new Map<string, FoundTest[]>()

/** The tests of a file, read once. */
function testsOfFile(file: string): FoundTest[] {
  const known = read.get(file) ?? testsOf(sourceOf(file), file)
  read.set(file, known)
  return known
}

const partsOf = (test: string) => {
  const { file = '', name = '' } = /^`(?<file>[^`]+)` › (?<name>.+)$/.exec(test)?.groups ?? {}
  return { file, name }
}

/** A browser test's tags say on which device it runs, which is not part of what it proves. */
const withoutTags = (name: string) => name.replace(/( @\w+)+$/, '')

/** The tests of that name in its file. */
function declarationsOf(test: string): FoundTest[] {
  const { file, name } = partsOf(test)
  return testsOfFile(file).filter((each) => withoutTags(each.name) === name)
}

/** Null when the test exists and runs, else what is wrong with it. */
export function complaintAbout(test: string): string | null {
  const { file } = partsOf(test)
  if (!file) return `names no test: ${test}`
  if (!isTest.test(file)) return `is no file of tests: ${file}`
  if (!existsSync(path.join(projectRoot, file))) return `is not there: ${file}`
  const found = declarationsOf(test)
  if (found.length === 0) return `has no test of this name: ${test}`
  return found.some(({ runs }) => runs !== 'never') ? null : `never runs: ${test}`
}

/** Whether the test exists and is skipped where the machine lacks something. */
export const isConditional = (test: string): boolean => {
  const found = declarationsOf(test)
  return found.length > 0 && found.every(({ runs }) => runs === 'where it can')
}

/** Whether `npm test` runs it, and not the long run alone. */
export const isInEveryRun = (test: string): boolean =>
  declarationsOf(test).some(({ name }) => !name.includes(' @long'))
