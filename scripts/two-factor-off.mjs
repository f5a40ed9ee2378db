/**
 * `npm run two-factor:off -- EMAIL`: for a person who has lost both the authenticator app and all
 * recovery codes.
 */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run two-factor:off -- EMAIL

  EMAIL   the person whose two-factor sign-in is turned off`

requireNode()
readArguments(usage, { operands: 1 })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('two-factor-off')
