/** A worker process that exits is replaced after an increasing delay, and the log explains why the worker exited. */
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workersOf } from '#test/tools/drill/processes.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { freePort } from '#test/support/free-port.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { launchProgram, startProgram, type Program } from '#test/support/program.ts'

let folder: string
let database: OwnDatabase
let program: Program
const settings = () => ({
  DATABASE_URL: toDatabaseUrl(database.connection),
  DATA_DIR: folder,
  SAMPLE_DATA: 'off',
  LOG_LEVEL: 'warn',
  WORKERS: '2',
})

beforeAll(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-workers-'))
  database = await makeDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Listens on the port as another program could. Returns null if the port is in use. */
const listenOn = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

describe('a worker that exits', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    program = await startProgram(settings())
  }, 90_000)
  afterAll(() => program.end('SIGTERM'))
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.log(program.output())))

  let readyAt: number | undefined
  async function whenReady(): Promise<number> {
    await expect.poll(program.output, { timeout: 30_000 }).toContain('is ready at')
    return (readyAt ??= performance.now())
  }
  const workers = () => workersOf(program.pid)
  const ends = () =>
    program
      .output()
      .split('\n')
      .filter((line) => line.includes('A worker ended'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const isHealthy = () =>
    fetch(`${program.address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )

  it('replaces a worker after a delay that doubles with each early exit', async () => {
    await whenReady()
    const known = new Set(workers())
    expect(known.size).toBe(2)
    let [victim = 0] = known
    for (let round = 1; round <= 3; round += 1) {
      process.kill(victim, 'SIGKILL')
      await expect.poll(() => ends().length, { timeout: 10_000 }).toBe(round)
      expect(ends().at(-1)).toMatchObject({ level: 'error', worker: victim, signal: 'SIGKILL' })
      expect(await isHealthy()).toBe(true)
      const fresh = () => workers().find((pid) => !known.has(pid))
      await expect.poll(fresh, { timeout: 30_000 }).toBeTruthy()
      victim = fresh() ?? 0
      known.add(victim)
    }
    expect(ends().map(({ restartInMs }) => restartInMs)).toEqual([500, 1_000, 2_000])
  })

  it('replaces a worker immediately if the worker ran for 10 seconds', async () => {
    const before = ends().length
    // On a slow machine, the surviving worker runs even longer than 10 seconds, which is fine.
    await sleep(10_500 - (performance.now() - (await whenReady())))
    const [oldest = 0] = workers().toSorted((one, other) => one - other)
    process.kill(oldest, 'SIGKILL')
    await expect.poll(() => ends().length, { timeout: 10_000 }).toBe(before + 1)
    expect(ends().at(-1)).toMatchObject({ worker: oldest, restartInMs: 0 })
    await expect.poll(workers, { timeout: 30_000 }).toHaveLength(2)
    expect(workers()).not.toContain(oldest)
  })

  it('responds to every request through another worker while one worker is frozen', async () => {
    await expect.poll(workers, { timeout: 30_000 }).toHaveLength(2)
    for (const frozen of workers()) {
      await expect.poll(isHealthy, { timeout: 30_000 }).toBe(true)
      process.kill(frozen, 'SIGSTOP')
      const asked = Array.from({ length: 20 }, askOnce)
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['answered']))
      process.kill(frozen, 'SIGCONT')
    }
  })

  it('drops only requests that a killed worker had already accepted', async () => {
    await expect.poll(workers, { timeout: 30_000 }).toHaveLength(2)
    await expect.poll(isHealthy, { timeout: 30_000 }).toBe(true)
    const [victim = 0] = workers()
    const asked = Array.from({ length: 200 }, askOnce)
    process.kill(victim, 'SIGKILL')
    const ended = await Promise.all(asked)
    expect(ended).toContain('answered')
    await expect.poll(workers, { timeout: 30_000 }).toHaveLength(2)
  })

  const askOnce = () =>
    new Promise<'answered' | 'broken'>((resolve) => {
      get(`${program.address}/healthz`, { agent: false }, (reply) => {
        reply.resume().once('end', () => resolve('answered'))
      }).once('error', () => resolve('broken'))
    })

  it("logs the last error line of a worker that can't start, and replaces the worker once it can start", async () => {
    const before = ends().length
    const other = await takePortFromWorkers()
    const failedStarts = () => ends().filter(({ code }) => code === 1)
    await expect.poll(() => failedStarts().length, { timeout: 30_000 }).toBeGreaterThan(2)
    const { port } = new URL(program.address)
    for (const { lastError } of failedStarts())
      expect(lastError).toBe(
        `PORT ${port} is in use by another program. Stop it, or set PORT to another one.`,
      )
    expect(ends().length - before).toBeLessThan(20)
    await new Promise((resolve) => other.close(resolve))
    await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true)
  })

  /**
   * Kills all workers and occupies the port before their replacements start. Replacements start after a delay that
   * increases with each attempt.
   */
  async function takePortFromWorkers(): Promise<Server> {
    const port = Number(new URL(program.address).port)
    for (;;) {
      for (const pid of workers()) process.kill(pid, 'SIGKILL')
      for (let tries = 0; tries < 20; tries += 1) {
        const other = await listenOn(port)
        if (other) return other
        await sleep(20)
      }
    }
  }
})

it("stops at startup and prints the error of a worker that can't start", async () => {
  const port = await freePort()
  const started = await launchProgram({ ...settings(), PORT: String(port) })
  // The server checks the port before it prints this line, and its workers start afterward.
  await expect.poll(started.output, { timeout: 60_000 }).toContain('Database connections:')
  const other = await listenOn(port)
  await expect.poll(started.hasEnded, { timeout: 60_000 }).toBe(true)
  expect(await started.end('SIGTERM')).toBe(1)
  expect(started.output()).toMatch(
    /^A worker did not start \(exit code 1\): PORT \d+ is in use by .*$/m,
  )
  expect(started.output()).not.toMatch(/^ +at /m)
  other?.close()
}, 90_000)

it('rejects a port that is already in use before printing the initial password', async () => {
  const empty = await makeDatabase()
  const port = await freePort()
  const other = await listenOn(port)
  const first = { ...settings(), DATABASE_URL: toDatabaseUrl(empty.connection), PORT: String(port) }
  const refused = await launchProgram(first)
  await expect.poll(refused.hasEnded, { timeout: 60_000 }).toBe(true)
  expect(await refused.end('SIGTERM')).toBe(1)
  expect(refused.output()).toBe(
    `PORT ${port} is in use by another program. Stop it, or set PORT to another one.\n`,
  )
  await new Promise((resolve) => other?.close(resolve))
  const started = await launchProgram(first)
  await expect.poll(started.output, { timeout: 60_000 }).toMatch(/password: \S+ +\(shown once\)/)
  await started.end('SIGTERM')
  await empty.drop()
}, 150_000)
