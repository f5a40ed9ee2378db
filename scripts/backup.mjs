/** `npm run backup -- FILE`: the database and its files in one archive, while the program serves. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('backup')
