/** `npm run restore -- FILE`: a backup put into an empty place, once it was found to be whole. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('restore')
