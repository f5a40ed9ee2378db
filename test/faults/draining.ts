/**
 * After SIGTERM with DRAIN_SECONDS set, `/readyz` announces the shutdown, but the server accepts requests for that many
 * seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { launchProgram, startProgram } from '#test/support/program.ts'

let folder: string
let database: OwnDatabase
const settings = () => ({
  DATABASE_URL: toDatabaseUrl(database.connection),
  DATA_DIR: folder,
  SAMPLE_DATA: 'off',
  RATE_LIMIT: 'off',
})

export function drains(workers: string) {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-drain-'))
    database = await makeDatabase()
  })

  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('accepts new connections during the shutdown delay and then refuses new connections', async () => {
    const program = await startProgram({ ...settings(), WORKERS: workers, DRAIN_SECONDS: '5' })
    const ask = async (address: string) => {
      const { status } = await fetch(`${program.address}${address}`, {
        headers: { connection: 'close' },
      })
      return status
    }
    expect(await ask('/readyz?check=stopping')).toBe(200)
    let hasEnded = false
    const ended = program.end('SIGTERM').finally(() => (hasEnded = true))
    while ((await ask('/readyz')) === 200) expect(await ask('/api/loans')).toBe(200)
    if (workers === '1') expect(await ask('/readyz?check=stopping')).toBe(503)
    // A proxy needs this much time to detect the shutdown.
    const until = performance.now() + 500
    while (performance.now() < until) {
      expect([await ask('/api/loans'), await ask('/healthz')]).toEqual([200, 200])
      await sleep(50)
    }
    expect(hasEnded).toBe(false)
    expect(await ended).toBe(0)
    await expect(ask('/healthz')).rejects.toThrow()
  }, 60_000)

  it("reports its maximum number of database connections at startup, and refuses to exceed the database's limit", async () => {
    const fewer = await startProgram({ ...settings(), DATABASE_CONNECTIONS: '5' })
    expect(fewer.output()).toMatch(/^Database connections: at most 5 of \d+$/m)
    await fewer.end('SIGTERM')
    const refused = await launchProgram({ ...settings(), DATABASE_CONNECTIONS: '99999' })
    await refused.silent
    expect(refused.output()).toMatch(
      /^DATABASE_CONNECTIONS is 99999, but the database allows \d+ \(max_connections/m,
    )
  }, 60_000)
}
