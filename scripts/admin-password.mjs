/** `npm run admin:password -- EMAIL`: for an administrator who has lost the password. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('admin-password')
