/**
 * `npm run backup -- FILE`: saves the database and its files in one archive, while the program runs.
 */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run backup -- FILE

  FILE   the new archive of the database and its files; it must not exist yet`

requireNode()
readArguments(usage, { operands: Infinity })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('backup')
