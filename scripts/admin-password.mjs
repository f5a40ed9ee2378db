/** `npm run admin:password -- EMAIL`: for an administrator who has lost the password. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run admin:password -- EMAIL

  EMAIL   the administrator who gets a new password`

requireNode()
readArguments(usage, { operands: 1 })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('admin-password')
