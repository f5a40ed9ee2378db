/** `npm run audit:verify`: verifies the audit trail, and names the first changed row. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run audit:verify [-- --head NUMBER:HASH]

  --head NUMBER:HASH   a seal that was saved before, which the trail must contain

The exit code is 0 if the trail is intact, 1 if it isn't, 2 if it couldn't be checked, and 3 if it is intact, but an
entry has waited for its seal for more than an hour.`

/** For what is no verdict. */
const failedWith = 2

requireNode(failedWith)
readArguments(usage, { options: { head: { type: 'string' } }, refusedWith: failedWith })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('audit-verify', { failedWith })
