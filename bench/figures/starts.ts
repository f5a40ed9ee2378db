/** How long the first start takes, on an empty folder, and each later one. */
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Group } from '#bench/bench.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { judgedBeside } from '#bench/measured.ts'
import { password } from '#bench/place.ts'
import { watchOthers } from '#bench/processes.ts'
import { spreadOf } from '#bench/statistics.ts'
import { findBinaries, type Binaries } from '#server/database/embedded/binaries.ts'
import { findTools, identitiesToTry, type Identity } from '#server/database/embedded/identity.ts'
import { layoutOf } from '#server/database/embedded/layout.ts'
import { runToEnd } from '#server/database/embedded/processes.ts'
import { startProgram } from '#test/support/program.ts'
import { Client } from 'pg'

const first: Figure = {
  name: 'first-start',
  title: 'first start on an empty folder / bare initdb and start',
  sense: 'at most',
  must: 2,
  aim: 1.6,
}
const second: Figure = {
  name: 'second-start',
  title: "second start beyond PostgreSQL's own",
  sense: 'at most',
  must: 0.8,
  aim: 0.4,
  unit: ' s',
}

interface Times {
  /** Seconds. */
  first: number
  second: number
}

/** A new folder, which the user that PostgreSQL runs as may enter. */
const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'paripassu-bench-start-'))

const seconds = async (act: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await act()
  return (performance.now() - startedAt) / 1000
}

/** The product with its own PostgreSQL. */
async function startProduct(
  { productCommand }: Bench,
  sampleData: 'on' | 'off' = 'off',
): Promise<Times> {
  const folder = makeFolder()
  const settings = {
    DATA_DIR: folder,
    ADMIN_PASSWORD: password,
    SAMPLE_DATA: sampleData,
    LOG_LEVEL: 'warn',
  }
  const startAndStop = async () => {
    const startedAt = performance.now()
    const program = await startProgram(settings, '/readyz', productCommand)
    const took = (performance.now() - startedAt) / 1000
    const code = await program.end('SIGTERM')
    if (code !== 0) throw new Error(`The product exited with ${code}: ${program.output()}`)
    return took
  }
  try {
    return { first: await startAndStop(), second: await startAndStop() }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** `initdb` and `postgres` alone, as the same user and with their own defaults. */
async function startBare(): Promise<Times> {
  const folder = makeFolder()
  const layout = layoutOf(path.join(folder, 'postgres'))
  const binaries = findBinaries(layout)
  const [identity] = identitiesToTry(layout, await findTools(), false)
  if (!identity) throw new Error('There is no user here that PostgreSQL can run as')
  if (identity.owner) chownSync(folder, identity.owner.uid, identity.owner.gid)
  const cluster = path.join(folder, 'cluster')
  try {
    const initSeconds = await seconds(async () => {
      const command = [...identity.prefix, binaries.initdb, '-D', cluster, '--username=postgres']
      const { code, output } = await runToEnd(command, { env: binaries.env })
      if (code !== 0) throw new Error(`initdb failed: ${output.slice(-300)}`)
    })
    const firstSeconds = await runServer(binaries, identity, cluster, folder)
    const secondSeconds = await runServer(binaries, identity, cluster, folder)
    return { first: initSeconds + firstSeconds, second: secondSeconds }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts a server, waits until it answers, and stops it; seconds until it answered. */
async function runServer(
  binaries: Binaries,
  identity: Identity,
  cluster: string,
  socketFolder: string,
): Promise<number> {
  const [program = '', ...args] = [
    ...identity.prefix,
    ...[binaries.postgres, '-D', cluster],
    ...['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socketFolder}`],
  ]
  const startedAt = performance.now()
  const child = spawn(program, args, { env: binaries.env, stdio: 'ignore', cwd: '/' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await answers(socketFolder))) {
      if (child.exitCode !== null || performance.now() - startedAt > 60_000)
        throw new Error('The bare PostgreSQL does not start')
      await sleep(10)
    }
    return (performance.now() - startedAt) / 1000
  } finally {
    child.kill('SIGINT')
    await ended
  }
}

async function answers(host: string): Promise<boolean> {
  const client = new Client({ host, user: 'postgres', database: 'postgres', ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function measure(bench: Bench): Promise<Measured[]> {
  const { rounds } = bench.plan()
  const othersShare = watchOthers()
  const product: Times[] = []
  const bare: Times[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) product.push(await startProduct(bench))
    bare.push(await startBare())
    if (round % 2 === 1) product.push(await startProduct(bench))
  }
  const share = othersShare()
  const withSample = await startProduct(bench, 'on')
  const middle = (times: readonly Times[], of: keyof Times) =>
    spreadOf(times.map((each) => each[of])).median
  const byRound = (compare: (ours: Times, bound: Times) => number) =>
    spreadOf(
      product.flatMap((ours, round) => {
        const bound = bare[round]
        return bound ? [compare(ours, bound)] : []
      }),
    )
  return [
    {
      figure: first,
      value: byRound((ours, bound) => ours.first / bound.first),
      ...judgedBeside(share, {
        'product, s': middle(product, 'first'),
        'with the sample portfolio, s': withSample.first,
        'initdb and start, s': middle(bare, 'first'),
      }),
    },
    {
      figure: second,
      value: byRound((ours, bound) => ours.second - bound.second),
      ...judgedBeside(share, {
        'product, s': middle(product, 'second'),
        'PostgreSQL, s': middle(bare, 'second'),
      }),
    },
  ]
}

export const starts: Group = { name: 'starts', measure }
