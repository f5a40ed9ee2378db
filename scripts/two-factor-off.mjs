/**
 * `npm run two-factor:off -- EMAIL`: for a person who has lost both the authenticator app and all
 * recovery codes.
 */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('two-factor-off')
