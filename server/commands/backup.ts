/** `npm run backup -- FILE`: the database and its files in one archive, while the program serves. */
import { many, megabytes } from '#server/backup/archive.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { loadEnvironment, readConfig, type Config } from '#server/config.ts'
import { projectRoot } from '#server/project-root.ts'
import { openStore } from '#server/storage/open.ts'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  endInWords,
  fileArgument,
  orStopped,
  stopSignal,
  stopwatch,
} from './support/archive-command.ts'
import { CommandError, runOnInstallation, say } from './support/run.ts'

const took = stopwatch()
const file = fileArgument('backup')
const signal = stopSignal()
requireDatabase()

await runOnInstallation(async ({ config, db }) => {
  say(`Backing up to ${file} …`)
  const parts = { db, store: await openStore(config), say, signal }
  const { tables, files, missing } = await orStopped(
    signal,
    'Stopped; no backup was kept',
    makeBackup(parts, file),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Backed up in ${took()}: ${many(rows, 'row')} and ${many(files.length, 'file')} in ${megabytes(statSync(file).size)}`,
  )
  say('It holds password hashes and secrets: keep it where nobody else reads it')
  if (missing.length > 0)
    say(
      `Beware: records name ${many(missing.length, 'file')} that the file store does not have, which the backup lacks too`,
    )
  return 0
})

/** A mistyped DATA_DIR, or one whose disk is not mounted, would be made and found to be empty. */
function requireDatabase() {
  const config = readSettings()
  if (!config || config.databaseUrl || existsSync(path.join(config.dataDir, 'postgres'))) return
  endInWords(
    new CommandError(`There is nothing to back up: DATA_DIR ${config.dataDir} holds no database`),
  )
}

/** Null when they are wrong, which `runOnInstallation` tells. */
function readSettings(): Config | null {
  try {
    return readConfig(loadEnvironment(projectRoot), projectRoot)
  } catch {
    return null
  }
}
