/** `npm run check`: types, lint, import rules, unused code, format, unit tests. Run it often. */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { runChecks } = await import('./support/checks.mjs')
const { run, tool } = await import('./support/run.mjs')
await ensureDependencies()

const { failed } = await runChecks()
const units = await run([
  ...tool('vitest', 'vitest.mjs'),
  'run',
  '--project',
  'unit',
  '--reporter=dot',
])
if (units !== 0) failed.push('unit tests')
console.log(failed.length === 0 ? 'All checks passed' : `Failed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
