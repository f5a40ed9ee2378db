/**
 * `npm run backup -- FILE`: saves the database and its files in one archive, while the program runs.
 */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('backup')
