/** `npm run test:nightly`: the tests in test/nightly, then the drill and the hostile requests. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'
import { run } from './support/run.mjs'

const usage = `npm run test:nightly

Runs the tests in test/nightly, then 100 rounds of the drill and 100,000 hostile requests.`

requireNode()
readArguments(usage)
const { runTests } = await import('./support/prove.mjs')
await runTests({ isNightly: true })
const long = [
  ['scripts/drill.mjs', '--rounds', '100'],
  ['scripts/hostile.mjs', '--requests', '100000'],
]
for (const command of long)
  if ((await run([process.execPath, ...command])) !== 0) process.exitCode = 1
