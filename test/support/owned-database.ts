/** A database that a role without superuser rights owns entirely, as in production. */
import { randomUUID } from 'node:crypto'
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'

export interface OwnedDatabase {
  db: Database
  connection: Connection
  drop: () => Promise<void>
}

const open = (connection: Connection) => connect(connection, () => {}, noTimeouts)

function elsewhere(server: Connection, name: string): Connection {
  if (!('connectionString' in server))
    return { ...server, user: name, password: name, database: name }
  const url = new URL(server.connectionString)
  Object.assign(url, { pathname: `/${name}`, username: name, password: name })
  return { connectionString: url.href }
}

/**
 * Creates a role and a database with the same name, and migrates the database as that role. The tests' own role is a
 * superuser.
 */
export async function makeOwnedDatabase(): Promise<OwnedDatabase> {
  const server = open(inject('postgres'))
  const name = `desk_${randomUUID().replaceAll('-', '')}`
  await server.execute(sql.raw(`create role ${name} login nosuperuser password '${name}'`))
  await server.execute(
    sql.raw(`create database ${name} owner ${name} template template0 encoding 'UTF8'`),
  )
  const connection = elsewhere(inject('postgres'), name)
  const db = open(connection)
  await withInstallationLock(db, () => migrateDatabase(db))
  return {
    db,
    connection,
    async drop() {
      await db.$client.end()
      await server.execute(sql.raw(`drop database ${name} with (force)`))
      await server.execute(sql.raw(`drop role ${name}`))
      await server.$client.end()
    },
  }
}
