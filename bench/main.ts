/** `npm run bench`: measures the built product next to its bounds; docs/performance.md explains it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Bench, type Group } from './bench.ts'
import { checkExactness } from './exactness.ts'
import { verdictOf, type Measured } from './figure.ts'
import { groups } from './groups.ts'
import { readOptions, type Options } from './options.ts'
import { detailLines, figuresTable, toJson, writeInto } from './report.ts'

const options = readOptions(process.argv.slice(2))
const chosen = chooseGroups(options)
const bench = new Bench(options.isQuick)
// Ctrl-C: the PostgreSQL ends with this process, and the children when their channel closes.
process.once('SIGINT', () => void bench.close().finally(() => process.exit(130)))
process.exitCode = await measureAll(bench, chosen)

function chooseGroups({ only, isQuick }: Options): Group[] {
  const unknown = only.filter((name) => !groups.some((group) => group.name === name))
  if (unknown.length > 0) {
    const names = groups.map(({ name }) => name).join(', ')
    throw new Error(`There is no ${unknown.join(', ')}; choose among ${names}`)
  }
  if (only.length > 0) return groups.filter(({ name }) => only.includes(name))
  return isQuick ? groups.filter(({ isBig }) => !isBig) : groups
}

/** Returns the exit code. */
async function measureAll(running: Bench, wanted: readonly Group[]): Promise<number> {
  const measured: Measured[] = []
  const failures: string[] = []
  for (const group of wanted) {
    running.say(`Measuring: ${group.name}`)
    try {
      const found = await group.measure(running)
      measured.push(...found)
      for (const each of found) running.say(`  ${detailLines([each]).slice(2)}`)
    } catch (error) {
      failures.push(`${group.name}: ${error instanceof Error ? error.message : String(error)}`)
      running.say(`  failed: ${failures.at(-1)}`)
    }
  }
  running.say('Checking that everything is exact')
  for (const desk of await running.desks()) failures.push(...(await checkExactness(desk)))
  running.say('Stopping')
  failures.push(...(await running.close()))
  running.say('Done')
  print(measured, failures)
  const isMissed = failures.length > 0 || measured.some((each) => verdictOf(each) === 'missed')
  return failures.length > 0 || (options.check && isMissed) ? 1 : 0
}

function print(measured: readonly Measured[], failures: readonly string[]) {
  console.log(`\n${figuresTable(measured)}\n`)
  console.log(failures.length === 0 ? 'Every database is exact' : `Failed:\n${failures.join('\n')}`)
  mkdirSync(path.dirname(options.json), { recursive: true })
  writeFileSync(options.json, toJson(measured, { isQuick: options.isQuick, failures }))
  if (options.write) writeInto(options.write, measured)
}
