/** `npm start`: installs what is missing, builds what is stale, and serves the product. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
const { stopWithNpm } = await import('./support/stop-with-npm.mjs')
stopWithNpm()
await runCommand('main')
