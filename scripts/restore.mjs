/** `npm run restore -- FILE`: verifies a backup, and restores it into an empty place. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run restore -- FILE

  FILE   an archive of npm run backup, which is restored into an empty place`

requireNode()
readArguments(usage, { operands: Infinity })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('restore')
