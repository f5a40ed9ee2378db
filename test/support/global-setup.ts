/** Before all wire tests: one PostgreSQL for the run, and a migrated database to copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Connection } from '#server/database/connect.ts'
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

async function startServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const { startEmbeddedPostgres } = await import('#server/database/embedded.ts')
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-postgres-'))
  const postgres = await startEmbeddedPostgres({
    dir: path.join(folder, 'postgres'),
    log: () => {},
  })
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
