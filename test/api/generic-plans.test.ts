/** The plan_cache_mode setting, which makes PostgreSQL use one generic plan for each prepared statement. */
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import {
  forceGenericPlans,
  migrateDatabase,
  withInstallationLock,
} from '#server/database/migrate.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { openDesk } from '#test/support/desk.ts'
import { makeEmptyPlace } from '#test/support/empty-place.ts'
import { makeOwnedDatabase, type OwnedDatabase } from '#test/support/owned-database.ts'

let owned: OwnedDatabase
beforeAll(async () => {
  owned = await makeOwnedDatabase()
})
afterAll(() => owned.drop())

async function on<Result>(connection: Connection, act: (db: Database) => Promise<Result>) {
  const db = connect(connection, () => {}, noTimeouts)
  try {
    return await act(db)
  } finally {
    await db.$client.end()
  }
}

const modeOf = (connection: Connection) =>
  on(connection, async ({ $client }) => {
    const { rows } = await $client.query<{ mode: string }>(
      `select current_setting('plan_cache_mode') as mode`,
    )
    return rows[0]?.mode
  })

/** Returns the row's xmin, which changes with every write, even a write that stores the same setting. */
async function writesOf({ $client }: Database) {
  const { rows } = await $client.query<{ xmin: string }>(
    'select xmin::text from pg_db_role_setting where setrole = current_user::regrole',
  )
  return rows
}

it('turns on generic plans during migration for a role without superuser rights', async () => {
  expect(await modeOf(owned.connection)).toBe('force_generic_plan')
})

it('writes nothing if generic plans are already turned on', async () => {
  const before = await writesOf(owned.db)
  expect(before).toHaveLength(1)
  expect(await forceGenericPlans(owned.db)).toEqual([])
  expect(await writesOf(owned.db)).toEqual(before)
})

it('keeps a plan_cache_mode set by an operator', async () => {
  const { rows } = await owned.db.$client.query<{ name: string }>(
    'select current_database() as name',
  )
  const set = (mode: string) =>
    owned.db.$client.query(
      `alter role current_user in database ${rows[0]?.name} set plan_cache_mode = ${mode}`,
    )
  await set('auto')
  expect(await forceGenericPlans(owned.db)).toEqual([])
  expect(await modeOf(owned.connection)).toBe('auto')
  await set('force_generic_plan')
})

it("prints a warning with the SQL statement to run if the server doesn't allow turning on generic plans", async () => {
  const place = await makeEmptyPlace()
  try {
    const url = new URL(toDatabaseUrl(place.connection))
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const lines = await on({ connectionString: url.href }, forceGenericPlans)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^Warning: .*read-only.* run: alter role .+ in database .+ set plan_cache_mode = force_generic_plan$/,
    )
  } finally {
    await place.close()
  }
})

it('turns on generic plans without a warning when several processes start at the same time', async () => {
  const place = await makeEmptyPlace()
  try {
    const start = () =>
      on(place.connection, (db) => withInstallationLock(db, () => migrateDatabase(db)))
    const lines = await Promise.all(Array.from({ length: 6 }, start))
    expect(lines.flat()).toEqual([])
    expect(await modeOf(place.connection)).toBe('force_generic_plan')
  } finally {
    await place.close()
  }
})

it('turns on generic plans for test databases', async () => {
  const desk = await openDesk()
  try {
    expect(await modeOf(desk.connection)).toBe('force_generic_plan')
  } finally {
    await desk.close()
  }
})
