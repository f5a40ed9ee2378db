/** What the programs beside the server share: settings, the database of the installation, an exit code. */
import path from 'node:path'
import { ConfigError, loadEnvironment, readConfig, type Config } from '#server/config.ts'
import {
  connect,
  endlessPatience,
  type Connection,
  type Database,
} from '#server/database/connect.ts'
import {
  attachToEmbeddedPostgres,
  startEmbeddedPostgres,
  StartError,
} from '#server/database/embedded.ts'
import { NewerDataError } from '#server/database/migrate.ts'
import { databaseError } from '#server/errors.ts'
import { projectRoot } from '#server/project-root.ts'

export interface Installation {
  config: Config
  db: Database
  connection: Connection
}

/** A reason to end, in words for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A line for the person at the terminal. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs `act` on the installation that the settings name, whether its program runs or not: its
 * database is attached to, or started for as long as this takes. Ends the process with the exit
 * code that `act` gives, or with 1 and one line when something stands in the way.
 */
export async function runOnInstallation(
  act: (installation: Installation, args: string[]) => Promise<number>,
): Promise<never> {
  let code = 1
  try {
    const config = readConfig(loadEnvironment(projectRoot), projectRoot)
    const database = await openDatabase(config)
    const db = connect(database.connection, () => {}, endlessPatience)
    try {
      code = await act({ config, db, connection: database.connection }, process.argv.slice(2))
    } finally {
      await db.$client.end()
      await database.stop()
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
  }
  process.exit(code)
}

async function openDatabase(config: Config) {
  const stayOpen = async () => {}
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, stop: stayOpen }
  const dir = path.join(config.dataDir, 'postgres')
  const running = attachToEmbeddedPostgres(dir)
  if (running) return { connection: running.connection, stop: stayOpen }
  const started = await startEmbeddedPostgres({ dir, log: () => {} })
  return { connection: started.connection, stop: () => started.stop() }
}

function explain(error: unknown): string {
  if (
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof NewerDataError
  )
    return error.message
  const inDatabase = databaseError(error)
  if (inDatabase) return `The database cannot be used (${inDatabase.message})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
