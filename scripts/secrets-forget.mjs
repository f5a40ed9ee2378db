/** `npm run secrets:forget`: for a desk whose SECRETS_KEY was lost. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run secrets:forget [-- --key-is-lost]

Lists the secrets that SECRETS_KEY doesn't decrypt, with the accounts and keys they belong to.

  --key-is-lost   turns two-factor sign-in off for these accounts, replaces the key of receipts,
                  and ends open invitations`

requireNode()
readArguments(usage, { options: { 'key-is-lost': { type: 'boolean' } } })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('secrets-forget')
