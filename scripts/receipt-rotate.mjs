/** `npm run receipt:rotate`: replaces the key that receipts are signed with. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('receipt-rotate')
