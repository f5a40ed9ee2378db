/** Runs before all API tests. Starts one PostgreSQL server, with a migrated database that the tests copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Connection } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from './memory-folder.ts'
import { dropTemplate, makeTemplate } from './postgres.ts'

/** TEST_DATABASE_URL specifies a server and a role that can create databases. If it isn't set, a server is started. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const server = given
    ? { connection: { connectionString: given }, stop: async () => {} }
    : await startServer()
  await makeTemplate(server.connection)
  project.provide('postgres', server.connection)
  return async () => {
    await dropTemplate(server.connection)
    await server.stop()
  }
}

/** The data doesn't have to survive a power failure. Each test server has a pool, so many connections are allowed. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  // These settings reduce the WAL, which the server doesn't need without a standby.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
}

async function startServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-postgres-'))
  const dir = path.join(folder, 'postgres')
  const postgres = await startEmbeddedPostgres({ dir, log: () => {}, settings })
  return {
    connection: postgres.adminConnection,
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
