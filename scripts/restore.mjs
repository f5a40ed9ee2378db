/** `npm run restore -- FILE`: verifies a backup, and restores it into an empty place. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run restore -- FILE [--same-store]

  FILE           an archive of npm run backup, which is restored into an empty place
  --same-store   keep the file store of a database that was lost, with the files that it still has`

requireNode()
readArguments(usage, { options: { 'same-store': { type: 'boolean' } }, operands: Infinity })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('restore')
