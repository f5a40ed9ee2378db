/** `npm run bench`: measures a build of the app against the performance targets in docs/performance.md. */
import { cpus } from 'node:os'
import path from 'node:path'
import { readArguments } from '#scripts/support/arguments.mjs'
import { projectRoot } from '#server/project-root.ts'
import { allocation } from './allocation.ts'
import { commitments, otherActs, roundTrips, rush } from './books.ts'
import { startBound } from './bound.ts'
import { closeDesk, closePlace, openDesk, openPlace } from './desk.ts'
import { program } from './program.ts'
import { reads, screens } from './reads.ts'
import { chooseNames, isMet, promisesTable, type Row } from './report.ts'

const groups = {
  ...{ screens, reads, commitments, acts: otherActs, rush, trips: roundTrips, allocation, program },
}
const names = Object.keys(groups) as (keyof typeof groups)[]

const usage = `npm run bench -- [--against DIR] [--check] [--only a,b]

  --against DIR  compares with the built clone of another commit in this folder
  --check        exits with 1 when a must is missed
  --only a,b     only these groups: ${names.join(', ')}`

const { against, check, chosen } = readArguments(usage, {
  options: {
    against: { type: 'string' },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: names.join(',') },
  },
  read: (values) => ({ ...values, chosen: chooseNames(values.only, names) }),
})

const say = (line: string) =>
  console.log(`${String(Math.round(performance.now() / 1000)).padStart(4)} s  ${line}`)

const place = await openPlace()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closePlace(place).finally(() => process.exit(130)))
try {
  const rows = await measureAll()
  if (check && !rows.every(isMet)) process.exitCode = 1
} finally {
  await closePlace(place)
}

async function measureAll(): Promise<Row[]> {
  say('Filling the databases')
  const dirs = against ? [projectRoot, path.resolve(against)] : [projectRoot]
  const desks = await Promise.all(dirs.map((dir, at) => openDesk(place, dir, `bench_${at}`)))
  const [ours] = desks
  if (!ours) throw new Error('There is no build')
  const bound = await startBound(ours.url)
  const rows: Row[] = []
  for (const name of chosen) {
    say(`Measuring: ${name}`)
    rows.push(...(await groups[name]({ ours, desks, bound })))
  }
  bound.end()
  for (const desk of desks) await closeDesk(desk)
  say(`Done, with Node ${process.version} on ${cpus().length} cores\n\n${promisesTable(rows)}`)
  if (!against) console.log('\nWithout --against, promises beside an older build are left out')
  return rows
}
