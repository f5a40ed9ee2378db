/** The failover drill's faults. Each function returns measurements and findings. */
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskStore } from '#server/storage/disk.ts'
import { buildersFor, type Person } from '#test/support/builders.ts'
import { startProgram } from '#test/support/program.ts'
import { signalAll, workersOf } from '#test/tools/drill/processes.ts'
import { check, type Findings } from './check.ts'
import { visitor, type Desk, type Instance } from './desk.ts'
import { Load, type Attempt } from './load.ts'
import { until, type Pair } from './pair.ts'

export interface Scene {
  pair: Pair
  desk: Desk
  folder: string
  ledger: Attempt[]
}

export interface Result extends Findings {
  figures: string
}

const lendersAtOnce = 8
const loansAtOnce = 80
/** How long the load runs before and after the fault, in milliseconds. */
const calmMs = 1_000

async function people({ pair, folder }: Scene, address: string) {
  const db = pair.primary.connect('desk', 'desk')
  try {
    const store = diskStore(path.join(folder, 'data/objects'))
    const { makeLender, makeLoan } = buildersFor({ db, store, visitor: () => visitor(address) })
    const lenders: Person[] = []
    const loanIds: string[] = []
    while (lenders.length < lendersAtOnce) lenders.push(await makeLender())
    // A share of this amount can include a fraction of a cent.
    while (loanIds.length < loansAtOnce) loanIds.push((await makeLoan({ amount: '1000.10' })).id)
    return { lenders, loanIds }
  } finally {
    await db.$client.end()
  }
}

async function startLoad(scene: Scene, address = scene.desk.proxies.haproxy): Promise<Load> {
  const { lenders, loanIds } = await people(scene, address)
  const load = new Load(lenders, loanIds)
  await sleep(calmMs)
  return load
}

async function finish({ pair, ledger }: Scene, load: Load, figures: string[]): Promise<Result> {
  await load.stop()
  const counts = (['acknowledged', 'refused', 'not done'] as const).map(
    (outcome) => `${load.count(outcome)} ${outcome}`,
  )
  const hanging = load.hanging.map((words) => `a request hung: ${words}`)
  const unknown = await load.settle()
  ledger.push(...load.attempts)
  const db = pair.primary.connect('desk', 'desk')
  try {
    const found = await check(db, ledger)
    return {
      ...found,
      broken: [...found.broken, ...hanging],
      figures: [...counts, `${unknown} unknown`, ...figures].join(', '),
    }
  } finally {
    await db.$client.end()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

async function untilAcknowledged(load: Load, since: number): Promise<number> {
  await until('commitments are acknowledged', async () => load.acknowledgedSince(since) > 0)
  const times = load.attempts.flatMap(({ outcome, at }) =>
    outcome === 'acknowledged' && at > since ? [at] : [],
  )
  return Math.min(...times)
}

export async function failover(scene: Scene): Promise<Result> {
  const { pair } = scene
  const load = await startLoad(scene)
  await sleep(randomInt(500))
  const killedAt = performance.now()
  pair.primary.kill()
  await pair.promote()
  const backAt = await untilAcknowledged(load, performance.now())
  await sleep(calmMs)
  const result = await finish(scene, load, [`gap ${seconds(backAt - killedAt)}`])
  await pair.copyStandby()
  await pair.replicate('synchronously')
  return result
}

/** A control: failover to a delayed standby must lose commits. Otherwise, this drill would prove nothing. */
export async function control(scene: Scene): Promise<Result> {
  const { pair } = scene
  await pair.replicate('asynchronously')
  const load = await startLoad(scene)
  const endReceiver = await pair.pauseReceiver()
  await sleep(calmMs)
  pair.primary.kill()
  endReceiver()
  await pair.promote()
  await untilAcknowledged(load, performance.now())
  return finish(scene, load, [])
}

/** Removes the standby for a while. Until it is back, reads succeed and commits report that the standby is missing. */
export async function standbyGone(scene: Scene, forSeconds: number): Promise<Result> {
  const { pair, desk } = scene
  const load = await startLoad(scene)
  const goneAt = performance.now()
  pair.standby.kill()
  await sleep((forSeconds * 1000) / 2)
  const said = await Promise.all(desk.instances.map((each) => each.readiness()))
  await restart(desk.instances[1])
  await sleep(Math.max(0, forSeconds * 1000 - (performance.now() - goneAt)))
  const [connections] = await pair.primary.ask<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where usename = 'desk'`,
  )
  const silent = load.acknowledgedSince(goneAt + 500)
  await pair.standby.launch()
  await pair.untilStreaming('quorum')
  const returnedAt = performance.now()
  const backAt = await untilAcknowledged(load, returnedAt)
  await sleep(calmMs)
  const back = backAt - returnedAt
  const result = await finish(scene, load, [
    ...[`${load.reads} reads`, `${connections?.count} connections`, `back after ${seconds(back)}`],
  ])
  result.broken.push(
    ...load.failedReads.map((words) => `a read failed: ${words}`),
    ...said
      .filter((text) => !text.includes('waiting for standby'))
      .map((text) => `/readyz: ${text}`),
    ...(silent > 0 ? [`${silent} commitments were acknowledged without the standby`] : []),
    ...(back > 1_000 ? ['commitments came back later than a second after the standby'] : []),
  )
  return result
}

async function restart(instance: Instance | undefined) {
  const code = await instance?.end('SIGTERM')
  if (code !== 0) throw new Error(`A program exited with ${code} on SIGTERM`)
  await instance?.launch()
}

export async function rollingRestart(scene: Scene, proxy: 'haproxy' | 'nginx'): Promise<Result> {
  const load = await startLoad(scene, scene.desk.proxies[proxy])
  const startedAt = performance.now()
  for (const instance of scene.desk.instances) {
    await restart(instance)
    // The proxy must detect that the app server is back. nginx excludes it for a time configured in deploy/nginx.conf.
    await sleep(proxy === 'nginx' ? 10_000 : 2_000)
  }
  const failed = load.attempts
    .filter(({ outcome }) => outcome === 'unknown' || outcome === 'not done')
    .map(({ answer, at }) => `a commitment failed after ${seconds(at - startedAt)}: ${answer}`)
  const result = await finish(scene, load, [`${load.reads} reads`])
  result.broken.push(...load.failedReads.map((words) => `a read failed: ${words}`), ...failed)
  return result
}

/** A process that has run for this long is replaced immediately when it exits. */
const lastingMs = 10_500
/** A replacement process must be available within this time, even on a busy machine. */
const successorMs = 10_000

export async function workerKilled(scene: Scene): Promise<Result> {
  const settings = { ...scene.desk.settings, WORKERS: '2', LOG_LEVEL: 'info' }
  const program = await startProgram(settings)
  try {
    const workers = workersOf(program.pid)
    const load = await startLoad(scene, program.address)
    await sleep(lastingMs)
    const killedAt = performance.now()
    signalAll(workers.slice(0, 1), 'SIGKILL')
    const listening = () => program.output().matchAll(/"pid":(\d+).*"Server listening/g)
    await until('another process listens', async () =>
      [...listening()].some(([, pid]) => !workers.includes(Number(pid))),
    )
    const servesAfter = performance.now() - killedAt
    await sleep(calmMs)
    const requests = () => load.attempts.length + load.reads
    const broken = load.count('unknown') + load.failedReads.length
    const result = await finish(scene, load, [
      `${broken} of ${requests()} requests broke`,
      `another serves after ${seconds(servesAfter)}`,
    ])
    // If the connection breaks, there is no response at all.
    const isAnswer = /^\d{3} /
    result.broken.push(
      ...load.failedReads.filter((words) => isAnswer.test(words)),
      ...load.attempts.flatMap(({ outcome, answer }) => (outcome === 'not done' ? [answer] : [])),
      ...(servesAfter > successorMs
        ? [`another process served later than ${seconds(successorMs)} after the kill`]
        : []),
    )
    return result
  } finally {
    await program.end('SIGTERM')
  }
}
