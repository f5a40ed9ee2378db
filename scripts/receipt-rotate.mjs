/** `npm run receipt:rotate`: replaces the key that receipts are signed with. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run receipt:rotate [-- --key-is-lost]

Signs receipts with a new key from now on. Receipts signed before stay genuine.

  --key-is-lost   also if SECRETS_KEY doesn't decrypt the secrets in the database`

requireNode()
readArguments(usage, { options: { 'key-is-lost': { type: 'boolean' } } })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('receipt-rotate')
