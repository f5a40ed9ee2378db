/** `npm test`: runs all checks and tests in sequence, and counts the tests. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/reporters'
import { runQuickChecks } from './check.ts'
import { readArguments } from './support/arguments.mjs'
import { ensureBuilt } from './support/built.mjs'
import { findQuickBrowser } from './support/find-browser.ts'
import { run, runAndRead, tool } from './support/processes.mjs'
import { root } from './support/project.mjs'

const results = path.join(root, 'test-results')
const total = { passed: 0, failed: 0 }
let partStartedAt = Date.now()

function count(part: string, passed: number, failed: number) {
  total.passed += passed
  total.failed += failed
  const seconds = Math.round((Date.now() - partStartedAt) / 1000)
  partStartedAt = Date.now()
  const mark = failed === 0 ? '✓' : '✗'
  console.log(`${mark} ${part}: ${passed} passed, ${failed} failed (${seconds} s)`)
}

/** Returns the JSON text `null` if the test runner wrote no report. */
function readReport(name: string) {
  const file = path.join(results, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : 'null'
}
const vitestReport = (): JsonTestResults | null => JSON.parse(readReport('vitest.json'))
const browserReport = (): JSONReport | null => JSON.parse(readReport('playwright.json'))

/** Counts one failure if the test runner failed without reporting a failed test. */
const orOne = (failed: number, code: number) => (failed === 0 && code !== 0 ? 1 : failed)

async function runVitest(projects: string[]) {
  const code = await run([
    ...tool('vitest', 'vitest.mjs'),
    ...[
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=test-results/vitest.json',
    ],
  ])
  const report = vitestReport()
  count(
    `tests of ${projects.join(' and ')}`,
    report?.numPassedTests ?? 0,
    orOne(report?.numFailedTests ?? 0, code),
  )
}

async function runBytes() {
  const { code, output } = await runAndRead([process.execPath, 'scripts/run.mjs', 'bytes'])
  const found = /(\d+) passed, (\d+) failed/.exec(output)
  const failed = Number(found?.[2] ?? 0)
  count('JavaScript before a screen shows', Number(found?.[1] ?? 0), orOne(failed, code))
}

async function runBrowser(project: string) {
  const code = await run([...tool('@playwright/test', 'cli.js'), 'test', '--project', project])
  const stats = browserReport()?.stats
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  count('browser journeys', stats?.expected ?? 0, orOne(failed, code))
}

async function runAll(isNightly: boolean) {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  if (isNightly) await ensureBuilt()
  else {
    const [checks] = await Promise.all([runQuickChecks(), ensureBuilt()])
    count('types, lint and format', checks.passed.length, checks.failed.length)
    await runBytes()
  }
  // On a new machine, the browser is installed while these tests run.
  const [ended, found] = await Promise.allSettled([
    runVitest(isNightly ? ['nightly'] : ['unit', 'api']),
    findQuickBrowser(),
  ])
  if (ended.status === 'rejected') throw ended.reason
  if (found.status === 'rejected') throw found.reason
  console.log(`The browser: ${found.value.executablePath} (${found.value.via})`)
  await runBrowser(isNightly ? 'nightly' : 'browser')
}

function eachJourney(visitSpec: (spec: JSONReportSpec) => void) {
  const visit = (suite: JSONReportSuite) => {
    for (const spec of suite.specs) visitSpec(spec)
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const suite of browserReport()?.suites ?? []) visit(suite)
}

function printSlowest() {
  const seconds = new Map<string, number>()
  const add = (file: string, ms: number) => {
    const name = path.relative(root, path.resolve(root, file))
    seconds.set(name, (seconds.get(name) ?? 0) + ms / 1000)
  }
  for (const { name, startTime, endTime } of vitestReport()?.testResults ?? [])
    add(name, endTime - startTime)
  eachJourney(({ file, tests }) => {
    for (const test of tests)
      for (const { duration } of test.results) add(path.join('test', file), duration)
  })
  console.log('The slowest files:')
  for (const [name, taken] of [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10))
    console.log(`${taken.toFixed(1).padStart(7)} s  ${name}`)
}

/** Repeats the failures at the end, because thousands of lines of output precede them. */
function printFailures() {
  const print = (file: string, title: string, reason = '') => {
    console.log(`✗ ${path.relative(root, path.resolve(root, file))} › ${title}`)
    for (const line of stripVTControlCharacters(reason).split('\n').slice(0, 8))
      if (line.trim()) console.log(`    ${line}`)
  }
  for (const { name, status, message, assertionResults } of vitestReport()?.testResults ?? []) {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failed) print(name, fullName, failureMessages?.[0])
    if (status === 'failed' && failed.length === 0) print(name, 'the whole file', message)
  }
  eachJourney(({ file, title, ok, tests }) => {
    const attempts = tests.flatMap((test) => test.results)
    const failed = attempts.find(({ error }) => error)
    if (!ok || tests.some(({ status }) => status === 'flaky'))
      print(path.join('test', file), title, failed?.error?.message)
  })
}

/** Runs all tests except `test/nightly`, or only that folder. */
export async function runTests({ isNightly }: { isNightly: boolean }) {
  try {
    await runAll(isNightly)
    printSlowest()
    printFailures()
  } catch (error) {
    console.error(error)
    total.failed += 1
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
}

/** `npm run test:nightly`: runs the tests in test/nightly, followed by the drill and the malicious requests. */
export async function runNightly() {
  readArguments(`npm run test:nightly

Runs the tests in test/nightly, then 100 rounds of the drill and 100,000 hostile requests.`)
  await runTests({ isNightly: true })
  const long = [
    ['drill', '--rounds', '100'],
    ['hostile', '--requests', '100000'],
  ]
  for (const command of long)
    if ((await run([process.execPath, 'scripts/run.mjs', ...command])) !== 0) process.exitCode = 1
}
