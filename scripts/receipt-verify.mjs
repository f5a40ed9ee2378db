/** `npm run receipt:verify -- FILE KEYS`: checks a receipt without the installation that gave it. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('receipt-verify')
