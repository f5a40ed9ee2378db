/** `npm run receipt:verify -- FILE KEYS`: checks a receipt without the installation that gave it. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run receipt:verify -- FILE KEYS

  FILE   a receipt, as JSON or PDF
  KEYS   the keys, in a file or at an address: https://desk.example/.well-known/paripassu-keys.json

The exit code is 0 if the receipt is genuine, 1 if it was altered, 2 if it is unknown, and 3 otherwise.`

/** For what is no verdict. */
const failedWith = 3

requireNode(failedWith)
readArguments(usage, { operands: Infinity, refusedWith: failedWith })
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
await runCommand('receipt-verify', { failedWith })
