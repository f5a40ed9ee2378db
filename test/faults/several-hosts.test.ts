/**
 * DATABASE_URL with several hosts: the server uses the host that accepts writes, and switches when another host starts
 * to accept writes.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEmail } from '#test/support/builders.ts'
import { openDesk } from '#test/support/desk.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'

let folder: string
const servers = new Map<string, EmbeddedPostgres>()
const start = async (name: string) => {
  const postgres = await startEmbeddedPostgres({
    dir: path.join(folder, name),
    log: () => {},
    settings: { fsync: 'off' },
  })
  servers.set(name, postgres)
  return postgres
}
const server = (name: string): EmbeddedPostgres => {
  const found = servers.get(name)
  if (!found) throw new Error(`${name} was not started`)
  return found
}

async function onServer<Result>(connection: Connection, act: (db: Database) => Promise<Result>) {
  const db = connect(connection, () => {}, noTimeouts)
  try {
    return await act(db)
  } finally {
    await db.$client.end()
  }
}

const takesChanges = (name: string, takes: boolean) =>
  onServer(server(name).adminConnection, async (db) => {
    await db.$client.query(
      `alter system set default_transaction_read_only = ${takes ? 'off' : 'on'}`,
    )
    await db.$client.query('select pg_reload_conf()')
    await expect
      .poll(async () => (await db.$client.query('show default_transaction_read_only')).rows)
      .toEqual([{ default_transaction_read_only: takes ? 'off' : 'on' }])
  })

function urlOfBoth() {
  const [one, two] = ['standby', 'primary'].map(
    (name) => new URL(toDatabaseUrl(server(name).connection)).searchParams,
  )
  const both = new URL(toDatabaseUrl(server('primary').connection))
  for (const name of ['host', 'port'])
    both.searchParams.set(name, `${one?.get(name)},${two?.get(name)}`)
  return `${both.href}&target_session_attrs=read-write`
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-hosts-'))
  for (const name of ['primary', 'standby']) {
    // The role's password is derived from this password, so both servers accept the same password.
    await mkdir(path.join(folder, name), { mode: 0o700 })
    await writeFile(path.join(folder, name, 'password'), '5'.repeat(64), { mode: 0o600 })
    const { connection } = await start(name)
    await onServer(connection, (db) => withInstallationLock(db, () => migrateDatabase(db)))
  }
}, 60_000)
afterAll(async () => {
  for (const postgres of servers.values()) await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

it('writes to the primary database regardless of host order, and fails over without a restart', async () => {
  await takesChanges('standby', false)
  const connection = { connectionString: urlOfBoth() }
  const desk = await openDesk({}, { connection, drop: async () => {} })
  const peopleOn = (name: string) =>
    onServer(server(name).connection, async (db) =>
      Number((await db.$client.query('select count(*) from users')).rows[0]?.count),
    )
  const register = async () => {
    const names = { firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse' }
    const body = { ...names, email: newEmail() }
    return (await desk.visitor().send('register', { body })).status
  }
  try {
    expect(await register()).toBe(201)
    expect([await peopleOn('primary'), await peopleOn('standby')]).toEqual([1, 0])
    await server('primary').stop()
    const away = await desk.visitor().send('listLoans')
    expect(away.status).toBe(503)
    await takesChanges('standby', true)
    const status = async () => (await desk.visitor().send('listLoans')).status
    await expect.poll(status, { timeout: 10_000 }).toBe(200)
    expect(await register()).toBe(201)
    expect(await peopleOn('standby')).toBe(1)

    await start('primary')
    await takesChanges('standby', false)
    await expect.poll(register, { timeout: 10_000 }).toBe(201)
    expect([await peopleOn('primary'), await peopleOn('standby')]).toEqual([2, 1])
  } finally {
    await desk.close()
  }
}, 60_000)

it("reports each database host's response when no host accepts writes", async () => {
  await takesChanges('standby', false)
  await takesChanges('primary', false)
  const both: Connection = { connectionString: urlOfBoth() }
  const asked = onServer(both, (db) => db.$client.query('select 1'))
  await expect(asked).rejects.toThrow(
    /^no host takes changes: \S+ takes no changes; \S+ takes no changes$/,
  )
}, 60_000)
