/** Before all wire tests: one PostgreSQL for the run, and a migrated database to copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Connection } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import type { TestProject } from 'vitest/node'
import { dropTemplate, makeTemplate } from './postgres.ts'

/** TEST_DATABASE_URL names a server and a role that may create databases; else one is started. */
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

/** Nothing here has to survive a power cut, and every desk brings a pool of its own. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

async function startServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-postgres-'))
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
