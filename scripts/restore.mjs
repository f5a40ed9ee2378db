/** `npm run restore -- FILE`: verifies a backup, and restores it into an empty place. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('restore')
