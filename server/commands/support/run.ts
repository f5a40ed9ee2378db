/** Code shared by the command-line programs: settings, the installation's database, and exit codes. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadEnvironment, readConfig, type Config } from '#server/config/config.ts'
import { connect, noTimeouts, type Connection, type Database } from '#server/database/client.ts'
import {
  attachToEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/database/embedded/postgres.ts'
import { CommandError, describeForOperator } from '#server/cli-errors.ts'
import { projectRoot } from '#server/project-root.ts'

export interface Installation {
  config: Config
  db: Database
  connection: Connection
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs `act` on the configured installation, and starts the installation's database if it isn't running. Exits with the
 * code that `act` returns, or with `failedWith` (1) and a one-line error. Creates a database only if `mayBeNew` is
 * true.
 */
export async function runOnInstallation(
  act: (installation: Installation, args: string[]) => Promise<number>,
  { mayBeNew = false, failedWith = 1 } = {},
): Promise<never> {
  let code = failedWith
  try {
    const config = readConfig(loadEnvironment(projectRoot), projectRoot)
    const database = await openDatabase(config, mayBeNew)
    const db = connect(database.connection, () => {}, noTimeouts)
    try {
      code = await act({ config, db, connection: database.connection }, process.argv.slice(2))
    } finally {
      await db.$client.end()
      await database.stop()
    }
  } catch (error) {
    process.stderr.write(`${describeForOperator(error)}\n`)
  }
  process.exit(code)
}

async function openDatabase(config: Config, mayBeNew: boolean) {
  const stayOpen = async () => {}
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, stop: stayOpen }
  const dir = path.join(config.dataDir, 'postgres')
  // Without this check, a mistyped DATA_DIR or an unmounted disk would look like an empty installation.
  if (!mayBeNew && !existsSync(dir))
    throw new CommandError(
      `DATA_DIR ${config.dataDir} contains no database; check the setting, and whether its disk is mounted`,
    )
  const running = attachToEmbeddedPostgres(dir)
  if (running) return { connection: running.connection, stop: stayOpen }
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const started = await startEmbeddedPostgres({ dir, log })
  return { connection: started.connection, stop: () => started.stop() }
}
