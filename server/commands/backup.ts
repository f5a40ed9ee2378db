import { formatCount, megabytes } from '#server/backup/archive.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { noteBackup } from '#server/backup/last-backup.ts'
import { describeForOperator } from '#server/cli-errors.ts'
import { openStore } from '#server/storage/open.ts'
import { statSync } from 'node:fs'
import {
  fileArgument,
  orStopped,
  stopSignal,
  stopwatch,
  describePlaces,
} from './support/archive-command.ts'
import { runOnInstallation, say } from './support/run.ts'

const took = stopwatch()
const { file } = fileArgument('backup')
const signal = stopSignal()

await runOnInstallation(async ({ config, db }) => {
  say(`Backing up to ${file} …`)
  describePlaces(config).forEach(say)
  const parts = { db, store: await openStore(config), say, signal }
  const manifest = await orStopped(signal, 'Stopped; no backup was kept', makeBackup(parts, file))
  const { tables, files, missing } = manifest
  await noteBackup(db, manifest).catch((error: unknown) =>
    say(`Warning: the desk doesn't know of this backup: ${describeForOperator(error)}`),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Backed up in ${took()}: ${formatCount(rows, 'row')} and ${formatCount(files.length, 'file')} in ${megabytes(statSync(file).size)}`,
  )
  say('It contains password hashes and secrets. Keep it where nobody else can read it.')
  if (missing.length > 0)
    say(
      `Warning: records name ${formatCount(missing.length, 'file')} that neither the file store nor the backup has`,
    )
  return 0
})
