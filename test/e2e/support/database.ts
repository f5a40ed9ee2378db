/** Direct access to the database of the product under test, to backdate rows, which the product can't do. */
import path from 'node:path'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { served } from './served.ts'

export async function onDatabase(act: (db: Database) => Promise<unknown>): Promise<void> {
  const running = attachToEmbeddedPostgres(path.join(served().dataDir, 'postgres'))
  if (!running) throw new Error('The database of the product under test does not run')
  const db = connect(running.connection, () => {}, noTimeouts)
  try {
    await act(db)
  } finally {
    await db.$client.end()
  }
}
