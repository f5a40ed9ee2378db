/** Measures the app's restart time and memory usage. */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestsFor } from './acts.ts'
import { stop, type Desk } from './desk.ts'
import { rateOf } from './load.ts'
import { spreadOf } from './measure.ts'
import { loanOf, readsOf } from './reads.ts'
import { compare, withSpread, type Group } from './report.ts'

/** A pause of `idleMs` gives the garbage collector time to run after startup or a burst of requests. */
const [starts, idleMs] = [3, 3_000]

/** Returns the app's resident memory in megabytes. */
async function residentSize({ program }: Desk): Promise<number> {
  await sleep(idleMs)
  const args = ['-o', 'rss=', '-p', String(program.pid)]
  return Number(execFileSync('ps', args, { encoding: 'utf8' })) / 1024
}

/** Returns the number of seconds that the restarted app takes to become ready. */
async function restart(desk: Desk): Promise<number> {
  await stop(desk.program)
  const startedAt = performance.now()
  desk.program = await desk.start()
  return (performance.now() - startedAt) / 1000
}

async function serveMany(desk: Desk): Promise<void> {
  const { address } = desk.program
  const pathOf = (turn: number) => (turn % 4 === 0 ? '?limit=24' : `/${loanOf(turn)}`)
  await readsOf(address, (turn) => `/api/loans${pathOf(turn)}`, 20_000)
  await rateOf(address, await requestsFor(desk, 'binding commitments', 3_000))
}

export const program: Group = async ({ desks }) => {
  const seconds = desks.map((): number[] => [])
  const [idle, loaded] = [seconds.map((): number[] => []), seconds.map((): number[] => [])]
  for (let start = 0; start < starts; start += 1)
    for (const [index, desk] of desks.entries()) {
      seconds[index]?.push(await restart(desk))
      idle[index]?.push(await residentSize(desk))
    }
  for (const [index, desk] of desks.entries()) {
    await serveMany(desk)
    loaded[index]?.push(await residentSize(desk))
  }
  const [own = [], others] = seconds
  const beside = { unit: ' MB', name: 'older build' }
  return [
    {
      promise: "second start beyond PostgreSQL's own",
      measured: withSpread(spreadOf(own), ' s'),
      beside: others ? `${withSpread(spreadOf(others), ' s')} older build` : '',
      ...{ judged: spreadOf(own), must: { atMost: 1 } },
    },
    ...compare('memory, idle after a start', { atMost: 0.9 }, idle, beside),
    ...compare('memory after 20,000 reads and 3,000 acts', { atMost: 0.75 }, loaded, beside),
  ]
}
