/** If the first start or an upgrade is killed midway, the next start completes it. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { applyMigrations, withInstallationLock } from '#server/database/migrate.ts'
import { projectRoot } from '#server/project-root.ts'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { Caller } from '#test/support/caller.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { launchProgram, startProgram } from '#test/support/program.ts'
import { signalServer } from '#test/support/server-processes.ts'

const password = 'correct horse battery'
const migrations = path.join(projectRoot, 'server/database/migrations')
const olderMigrations = 1
const loanId = '00000000-0000-4000-8000-000000000001'

let folder: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-upgrade-'))
  postgres = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), log: () => {} })
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function makeDatabase(name: string) {
  const connection = { ...postgres.adminConnection, database: name }
  const server = connect(postgres.adminConnection, () => {}, noTimeouts)
  await server.$client.query(`create database ${name}`)
  await server.$client.end()
  const settings = {
    DATABASE_URL: toDatabaseUrl(connection),
    DATA_DIR: path.join(folder, name),
    ADMIN_PASSWORD: password,
    SAMPLE_DATA: 'on',
    LOG_LEVEL: 'error',
  }
  return { settings, open: () => connect(connection, () => {}, noTimeouts) }
}

async function createOlderDatabase(db: Database) {
  const journal = JSON.parse(await readFile(path.join(migrations, 'meta/_journal.json'), 'utf8'))
  const older = path.join(folder, 'older-migrations')
  await cp(migrations, older, { recursive: true })
  await mkdir(path.join(older, 'meta'), { recursive: true })
  const entries = journal.entries.slice(0, olderMigrations)
  await writeFile(path.join(older, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  await withInstallationLock(db, () => applyMigrations(db, older))
  await db.$client.query(
    `insert into loans (id, title, borrower_name, amount, interest_rate, term, status)
    values ($1, 'Pier', 'Pier LLC', '1000000.00', '7.00', 12, 'open')`,
    [loanId],
  )
}

async function schemaOf(db: Database) {
  const tables = await db.$client.query(
    `select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by 1, 2`,
  )
  const applied = await db.$client.query('select count(*)::int as count from migrations')
  return { tables: tables.rows, applied: applied.rows[0]?.count as number }
}

/** Starts the server, and runs `fault` while the server's migration waits for a table lock. */
async function upgradeWithFault(
  database: Awaited<ReturnType<typeof makeDatabase>>,
  fault: (end: (signal: NodeJS.Signals) => Promise<number | null>) => Promise<unknown>,
) {
  const db = database.open()
  const holder = await db.$client.connect()
  await holder.query('begin')
  // The first migration that the older version lacks changes this table.
  await holder.query('lock table idempotency_keys in access exclusive mode')
  const program = await launchProgram(database.settings)
  await somebodyWaits(db)
  await fault(program.end)
  await holder.query('rollback').catch(() => {})
  holder.release(true)
  await db.$client.end()
}

async function expectUpgraded({ settings, open }: Awaited<ReturnType<typeof makeDatabase>>) {
  const programs = await Promise.all([startProgram(settings), startProgram(settings)])
  const agent = new Agent()
  for (const { address } of programs) {
    const admin = new Caller(address, agent)
    await admin.call('login', { body: { email: 'admin@example.com', password } })
    expect(await admin.call('getLoan', { params: { id: loanId } })).toMatchObject({ title: 'Pier' })
  }
  await Promise.all(programs.map((program) => program.end('SIGTERM')))
  const db = open()
  const journal = JSON.parse(await readFile(path.join(migrations, 'meta/_journal.json'), 'utf8'))
  expect((await schemaOf(db)).applied).toBe(journal.entries.length)
  const admins = await db.$client.query('select 1 from users where is_admin')
  expect(admins.rows).toHaveLength(1)
  await db.$client.end()
}

it('rolls back a migration if the server is killed, and runs the migration again on the next start', async () => {
  const database = await makeDatabase('program_killed')
  const db = database.open()
  await createOlderDatabase(db)
  const before = await schemaOf(db)
  await upgradeWithFault(database, (end) => end('SIGKILL'))
  expect(await schemaOf(db)).toEqual(before)
  await db.$client.end()
  await expectUpgraded(database)
}, 120_000)

it('rolls back a migration if PostgreSQL is killed, and runs the migration again on the next start', async () => {
  const database = await makeDatabase('postgres_killed')
  const db = database.open()
  await createOlderDatabase(db)
  const before = await schemaOf(db)
  await db.$client.end()
  await upgradeWithFault(database, async (end) => {
    signalServer(folder, 'SIGKILL')
    await end('SIGKILL')
  })
  const again = database.open()
  await expect.poll(() => schemaOf(again).catch(() => null), { timeout: 30_000 }).toEqual(before)
  await again.$client.end()
  await expectUpgraded(database)
}, 120_000)

it("waits for a killed server's commit to end, even if the commit waits for a standby, and doesn't repeat the migration", async () => {
  const { open } = await makeDatabase('commit_in_flight')
  const db = open()
  await createOlderDatabase(db)
  const files = readMigrationFiles({ migrationsFolder: migrations })
  const [next] = files.slice(olderMigrations)
  if (!next) throw new Error('There is no later migration')
  const killed = await db.$client.connect()
  await killed.query('begin')
  await killed.query(next.sql.join('\n;\n'))
  const record = 'insert into migrations (hash, created_at) values ($1, $2)'
  await killed.query(record, [next.hash, next.folderMillis])
  const applied = applyMigrations(db, migrations)
  await somebodyWaits(db)
  await killed.query('commit')
  killed.release()
  await applied
  expect((await schemaOf(db)).applied).toBe(files.length)
  await db.$client.end()
}, 60_000)

it("releases one migration's locks while the next migration waits", async () => {
  const database = await makeDatabase('one_by_one')
  const db = database.open()
  await createOlderDatabase(db)
  const newer = path.join(folder, 'newer-migrations')
  await mkdir(path.join(newer, 'meta'), { recursive: true })
  const entries = ['loans', 'users'].map((table, idx) => ({
    ...{ idx, version: '7', breakpoints: true },
    when: Date.now() + idx,
    tag: table,
  }))
  await writeFile(path.join(newer, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const { tag } of entries)
    await writeFile(path.join(newer, `${tag}.sql`), `lock table ${tag} in access exclusive mode`)
  const holder = await db.$client.connect()
  await holder.query('begin')
  await holder.query('lock table users in access share mode')
  const applied = applyMigrations(db, newer)
  await somebodyWaits(db)
  const { rows } = await db.$client.query('select title from loans')
  expect(rows).toEqual([{ title: 'Pier' }])
  expect((await schemaOf(db)).applied).toBe(olderMigrations + 1)
  await holder.query('rollback')
  holder.release()
  await applied
  expect((await schemaOf(db)).applied).toBe(olderMigrations + 2)
  await db.$client.end()
}, 120_000)

it('rejects data older than the first migration and names the commit that can upgrade the data', async () => {
  const { settings, open } = await makeDatabase('too_old')
  const db = open()
  await createOlderDatabase(db)
  await db.$client.query('update migrations set created_at = created_at - 1')
  const program = await launchProgram(settings)
  await expect.poll(program.hasEnded, { timeout: 30_000 }).toBe(true)
  expect(program.output()).toContain('check out commit 44a73db6, start it once')
  await db.$client.end()
}, 60_000)

it('completes the initial setup on the next start, no matter when the first start was killed', async () => {
  const dataDir = path.join(folder, 'first')
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'error' }
  for (const waitMs of [0, 300, 700, 1_200]) {
    const program = await launchProgram(settings)
    while (!program.output().includes('Starting the embedded') && !program.hasEnded())
      await sleep(5)
    await sleep(waitMs)
    await program.end('SIGKILL')
  }
  const program = await startProgram(settings)
  const admin = new Caller(program.address, new Agent())
  await admin.call('login', { body: { email: 'admin@example.com', password } })
  // The sample portfolio is complete, because one transaction creates it.
  const { totalLoansCount } = await admin.call('getStats')
  expect(totalLoansCount).toBeGreaterThan(10)
  expect(await program.end('SIGTERM')).toBe(0)
}, 120_000)
