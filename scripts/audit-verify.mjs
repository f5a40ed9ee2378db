/** `npm run audit:verify`: whether the audit trail is whole, and which row was changed first if not. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('audit-verify')
