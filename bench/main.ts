/** `npm run bench`: measures the built product next to its bounds; docs/performance.md explains it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Bench, type Group } from './bench.ts'
import { checkExactness } from './exactness.ts'
import { verdictOf, type Measured } from './figure.ts'
import { groups } from './groups.ts'
import { readOptions, type Options } from './options.ts'
import { profileTables } from './profile.ts'
import { detailLines, figuresTable, notJudgedLines, toJson, writeInto } from './report.ts'

const options = readOptions(groups.map(({ name }) => name))
const chosen = chooseGroups(options)
const profiles = options.profile === null ? null : emptyFolder('test-results/profile')
const bench = new Bench({ isQuick: options.isQuick, profiles })
const interrupted = new Promise<number>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(130))
})
const running = measureAll()
// After an interruption, what is under way fails because its servers end.
running.catch(() => {})
try {
  process.exitCode = await Promise.race([running, interrupted])
} finally {
  await bench.close()
}
if (process.exitCode === 130) process.exit()

function chooseGroups({ only, isQuick }: Options): Group[] {
  if (only.length > 0) return groups.filter(({ name }) => only.includes(name))
  return isQuick ? groups.filter(({ isBig }) => !isBig) : groups
}

function emptyFolder(name: string): string {
  const folder = path.resolve(name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Returns the exit code. */
async function measureAll(): Promise<number> {
  const measured: Measured[] = []
  const failures: string[] = []
  for (const group of chosen) {
    bench.say(`Measuring: ${group.name}`)
    try {
      const found = await group.measure(bench)
      measured.push(...found)
      for (const each of found) bench.say(`  ${detailLines([each]).slice(2)}`)
    } catch (error) {
      failures.push(`${group.name}: ${error instanceof Error ? error.message : String(error)}`)
      bench.say(`  failed: ${failures.at(-1)}`)
    }
  }
  bench.say('Checking that everything is exact')
  for (const desk of await bench.desks()) failures.push(...(await checkExactness(desk)))
  bench.say('Stopping')
  failures.push(...(await bench.close()))
  bench.say('Done')
  print(measured, failures)
  if (profiles !== null) console.log(`\n${profileTables(profiles, bench.openedAt)}`)
  const isMissed = failures.length > 0 || measured.some((each) => verdictOf(each) === 'missed')
  return failures.length > 0 || (options.check && isMissed) ? 1 : 0
}

function print(measured: readonly Measured[], failures: readonly string[]) {
  console.log(`\n${figuresTable(measured)}\n`)
  const notJudged = notJudgedLines(measured)
  if (notJudged) console.log(`${notJudged}\n`)
  console.log(failures.length === 0 ? 'Every database is exact' : `Failed:\n${failures.join('\n')}`)
  mkdirSync(path.dirname(options.json), { recursive: true })
  writeFileSync(options.json, toJson(measured, { isQuick: options.isQuick, failures }))
  if (options.write) writeInto(options.write, measured)
}
