/** `npm run receipt:rotate`: replaces the key that receipts are signed with. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run receipt:rotate

Signs receipts with a new key from now on. Receipts signed before stay genuine.`

requireNode()
readArguments(usage)
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('receipt-rotate')
