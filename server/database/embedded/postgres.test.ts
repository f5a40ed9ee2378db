import { security } from '#test/support/requirements.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  attachToEmbeddedPostgres,
  startEmbeddedPostgres,
  StartError,
  type EmbeddedPostgres,
} from './postgres.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'paripassu-test-'))
const dir = path.join(dataDir, 'postgres')
const log: string[] = []
let postgres: EmbeddedPostgres

const start = (options: { cleanStopMs?: number } = {}) =>
  startEmbeddedPostgres({
    dir,
    log: (line) => log.push(line),
    settings: { fsync: 'off' },
    ...options,
  })
const serverPid = () =>
  Number(readFileSync(path.join(dir, '18/postmaster.pid'), 'utf8').split('\n')[0])

async function query(text: string, connection = postgres.connection) {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', { timeout: 15_000 }, () => {
  beforeAll(async () => {
    postgres = await start()
  }, 15_000)

  afterAll(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test("creates a database role that owns its database but isn't a superuser", async () => {
    security('13.2.1', '13.2.2', '13.2.3')
    const [row] = await query(
      `select rolname, rolsuper, rolcreatedb, pg_get_userbyid(datdba) as owner
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    )
    expect(row).toEqual({
      rolname: 'paripassu',
      rolsuper: false,
      rolcreatedb: false,
      owner: 'paripassu',
    })
    await query('create table kept (n integer)')
    await query('insert into kept values (42)')
  })

  test('renames the database that initdb creates and leaves no other databases', async () => {
    const rows = await query('select datname as name from pg_database order by 1')
    expect(rows.map(({ name }) => name)).toEqual(['paripassu', 'template0', 'template1'])
  })

  test('lets a script connect to the running embedded PostgreSQL', async () => {
    const attached = attachToEmbeddedPostgres(dir)
    expect(await query('select n from kept', attached?.connection)).toEqual([{ n: 42 }])
  })

  test('refuses to start PostgreSQL twice on the same folder and names the process using the folder', async () => {
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(refusal).toHaveProperty(
      'message',
      `DATA_DIR ${dataDir} is served by process ${process.pid}`,
    )
    expect(await query('select n from kept')).toEqual([{ n: 42 }])
  })

  test('restarts the embedded PostgreSQL after it is killed', async () => {
    const killed = serverPid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => log.at(-1), { timeout: 10_000 }).toBe('The database server runs again')
    expect(serverPid()).not.toBe(killed)
    expect(await query('select n from kept')).toEqual([{ n: 42 }])
  })

  test('leaves no PostgreSQL processes running after shutdown and keeps all data for the next start', async () => {
    await postgres.stop()
    await delay(50)
    const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    expect(stdout).not.toContain(dir)
    expect(attachToEmbeddedPostgres(dir)).toBeNull()
    postgres = await start()
    expect(await query('select n from kept')).toEqual([{ n: 42 }])
  })

  test('reports an interrupted PostgreSQL shutdown and recovers on the next start', async () => {
    await postgres.stop()
    postgres = await start({ cleanStopMs: 1 })
    await query('insert into kept values (43)')
    const [checkpointer] = await query(
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
      postgres.adminConnection,
    )
    // With the checkpointer stopped, a clean shutdown can't write its final checkpoint.
    process.kill(Number(checkpointer?.['pid']), 'SIGSTOP')
    const stopped = postgres.stop()
    await expect.poll(() => log.at(-1)).toMatch(/is cut off: it recovers at the next start/)
    process.kill(Number(checkpointer?.['pid']), 'SIGCONT')
    await stopped
    postgres = await start()
    expect(await query('select n from kept order by n')).toEqual([{ n: 42 }, { n: 43 }])
  })

  test("reports that PostgreSQL can't keep running after its folder is deleted", async () => {
    const reasons: string[] = []
    postgres.onGone((reason) => reasons.push(reason))
    // After this delay, PostgreSQL's start counts as successful.
    await delay(1_100)
    const killed = serverPid()
    rmSync(dataDir, { recursive: true, force: true })
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => reasons, { timeout: 10_000 }).toHaveLength(1)
    expect(reasons[0]).toMatch(
      /^The database server ended 5 times in a row \(.*\/lock can't be locked/,
    )
  })
})
