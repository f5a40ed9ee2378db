/** The upgrade to firms, audiences and deals, on a database of the size that the program is built for. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { seed, size } from '#bench/seed.ts'
import { copyOut, listTables, onOneConnection } from '#server/backup/tables.ts'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { applyMigrations, migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import journal from '#server/database/migrations/meta/_journal.json' with { type: 'json' }
import { projectRoot } from '#server/project-root.ts'
import { discrepancies } from '#test/support/books.ts'
import { openDesk } from '#test/support/desk.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { databaseError } from '#server/errors.ts'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'

const migrations = path.join(projectRoot, 'server/database/migrations')
const first = journal.entries.findIndex(({ tag }) => tag.endsWith('_firms'))
const last = journal.entries.findIndex(({ tag }) => tag.endsWith('_deal_desk'))
const signal = new AbortController().signal

let folder: string
let place: EmptyPlace
beforeAll(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-upgrade-'))
  place = await makeEmptyPlace()
  await withInstallationLock(place.db, async () =>
    applyMigrations(place.db, await stopAfter(first - 1)),
  )
  const client = connect(place.connection, () => {}, noTimeouts)
  const own = await client.$client.connect()
  await seed(own)
  own.release()
  await client.$client.end()
}, 300_000)
afterAll(async () => {
  await place.close()
  await rm(folder, { recursive: true, force: true })
})

/** A folder with the migrations up to this one, as an earlier release has it. */
async function stopAfter(index: number) {
  const copy = path.join(folder, String(index))
  await cp(migrations, copy, { recursive: true })
  const entries = journal.entries.slice(0, index + 1)
  await writeFile(path.join(copy, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return copy
}

async function levelOf(db: Database) {
  const { rows } = await db.$client.query<{ level: string }>(
    'select max(created_at)::text as level from migrations',
  )
  return Number(rows[0]?.level)
}

/** The columns that the release before has, so that the hashes of before and after are the same. */
async function columnsOf(db: Database) {
  const tables = await onOneConnection({ db, signal }, 'begin read only', listTables)
  return tables.filter(({ name }) => !['migrations', 'sessions', 'attempts'].includes(name))
}

async function hashesOf(db: Database, tables: Awaited<ReturnType<typeof columnsOf>>) {
  const found: Record<string, string> = {}
  await onOneConnection({ db, signal }, 'begin read only', async (client) => {
    for (const table of tables) {
      const hash = createHash('sha256')
      await pipeline(copyOut(client, table), hash)
      found[table.name] = hash.digest('hex')
    }
  })
  return found
}

/** Runs half of the migration's statements, and ends their connection as a killed server does. */
async function killHalfway(statements: readonly string[]) {
  const killed = connect(place.connection, () => {}, noTimeouts)
  const client = await killed.$client.connect()
  client.on('error', () => {})
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('begin')
  for (const statement of statements.slice(0, Math.ceil(statements.length / 2)))
    await client.query(statement)
  await place.db.$client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  const ended = await client.query('commit').catch(databaseError)
  expect(ended).toMatchObject({ code: '57P01' })
  client.release(true)
  await killed.$client.end()
}

const sumsBy = (holder: 'lender_id' | 'firm_id') => `
  select loan_id, ${holder} as holder, status, is_soft_commit, sum(percentage)::text as percentage, sum(amount)::text as amount
  from commitments group by 1, 2, 3, 4 order by 1, 2, 3, 4`

it('migrates 100,000 commitments in seconds without changing a row, also if it is killed halfway through each step', async () => {
  const { db } = place
  const tables = await columnsOf(db)
  const before = await hashesOf(db, tables)
  const sums = (await db.$client.query(sumsBy('lender_id'))).rows
  expect(sums.length).toBeGreaterThan(size.commitments / 2)
  const took: Record<string, number> = {}
  const files = readMigrationFiles({ migrationsFolder: migrations })
  for (let index = first; index <= last; index += 1) {
    const level = await levelOf(db)
    await killHalfway(files[index]?.sql ?? [])
    expect(await levelOf(db)).toBe(level)
    const migrated = await stopAfter(index)
    const start = performance.now()
    await applyMigrations(db, migrated)
    took[journal.entries[index]?.tag ?? ''] = performance.now() - start
    expect(await levelOf(db)).toBe(files[index]?.folderMillis)
    expect(await hashesOf(db, tables)).toEqual(before)
  }
  const start = performance.now()
  expect(await withInstallationLock(db, () => migrateDatabase(db))).toEqual([])
  took['checks'] = performance.now() - start
  for (const [step, ms] of Object.entries(took)) expect.soft(ms, step).toBeLessThan(30_000)
  expect((await db.$client.query(sumsBy('firm_id'))).rows).toEqual(sums)

  const desk = await openDesk(
    { RATE_LIMIT: 'off', DATA_DIR: place.folder },
    {
      connection: place.connection,
      drop: async () => {},
    },
  )
  try {
    expect(await discrepancies(desk)).toEqual([])
    const admin = await desk.makeAdmin()
    expect(await admin.call('getStats')).toMatchObject({ totalLoansCount: size.loans })
    expect(desk.errors).toEqual([])
  } finally {
    await desk.close()
  }
}, 600_000)
