import { formatCount } from '#server/backup/archive.ts'
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts'
import { openStore } from '#server/storage/open.ts'
import {
  exitWithError,
  fileArgument,
  orStopped,
  stopSignal,
  stopwatch,
  describePlaces,
} from './support/archive-command.ts'
import { runOnInstallation, say, type Installation } from './support/run.ts'

const took = stopwatch()
const { file, flags } = fileArgument('restore', ['same-store'])
const signal = stopSignal()
say(`Checking ${file} …`)
// Verifying the archive before creating anything ensures that a rejected restore leaves no trace.
const manifest = await orStopped(
  signal,
  'Stopped; nothing was written',
  checkBackup(file, signal),
).catch(exitWithError)
say(`  made by Paripassu ${manifest.program} at ${manifest.madeAt}; complete and undamaged`)

await runOnInstallation(restore, { mayBeNew: true })

async function restore({ config, db }: Installation) {
  say('Restoring …')
  describePlaces(config).forEach(say)
  const isSameStore = flags.includes('same-store')
  const parts = { db, store: await openStore(config), say, signal, isSameStore }
  await orStopped(
    signal,
    'Stopped; the database is still empty, and the same restore can be repeated',
    restoreBackup(parts, file, manifest),
  )
  say(`Restored in ${took()}. Everyone has to sign in again, with their password from that time`)
  if (manifest.missing.length > 0)
    say(
      `Warning: records name ${formatCount(manifest.missing.length, 'file')} that the file store didn't have when the backup was made`,
    )
  return 0
}
