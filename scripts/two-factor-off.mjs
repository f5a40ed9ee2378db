/** `npm run two-factor:off -- EMAIL`: for whoever has lost the authenticator application and all codes. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('two-factor-off')
