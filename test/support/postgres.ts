/** The tests' PostgreSQL: one server for the whole run, with a separate database for each test server. */
import { randomUUID } from 'node:crypto'
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection
  }
}

const template = 'paripassu_template'

function withDatabase(server: Connection, name: string): Connection {
  if (!('connectionString' in server)) return { ...server, database: name }
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

const nobodyListens = () => {}

async function onServer<Result>(server: Connection, act: (db: Database) => Promise<Result>) {
  const db = connect(server, nobodyListens, noTimeouts)
  try {
    return await act(db)
  } finally {
    await db.$client.end()
  }
}

export async function makeTemplate(server: Connection): Promise<void> {
  await onServer(server, async (db) => {
    await db.execute(sql.raw(`drop database if exists ${template}`))
    await db.execute(sql.raw(`create database ${template} template template0 encoding 'UTF8'`))
  })
  await onServer(withDatabase(server, template), (db) =>
    withInstallationLock(db, () => migrateDatabase(db)),
  )
}

export const dropTemplate = (server: Connection) =>
  onServer(server, (db) => db.execute(sql.raw(`drop database if exists ${template}`)))

export interface OwnDatabase {
  connection: Connection
  drop: () => Promise<void>
}

/**
 * Creates an empty, migrated database. A copy doesn't inherit its template's settings, so this function applies the
 * app's settings.
 */
export async function makeDatabase(): Promise<OwnDatabase> {
  const server = inject('postgres')
  const name = `desk_${randomUUID().replaceAll('-', '')}`
  await onServer(server, async (db) => {
    await db.execute(sql.raw(`create database ${name} template ${template} strategy file_copy`))
    await db.execute(
      sql.raw(
        `alter role current_user in database ${name} set plan_cache_mode = force_generic_plan`,
      ),
    )
  })
  return {
    connection: withDatabase(server, name),
    drop: async () => {
      await onServer(server, (db) =>
        db.execute(sql.raw(`drop database if exists ${name} with (force)`)),
      )
    },
  }
}
