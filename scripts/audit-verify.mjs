/** `npm run audit:verify`: verifies the audit trail, and names the first changed row. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run audit:verify [-- --head NUMBER:HASH]

  --head NUMBER:HASH   a seal that was saved before, which the trail must contain`

requireNode()
readArguments(usage, { options: { head: { type: 'string' } } })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('audit-verify')
