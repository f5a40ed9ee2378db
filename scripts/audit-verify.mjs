/** `npm run audit:verify`: verifies the audit trail, and names the first changed row. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('audit-verify')
