/**
 * `npm run check`: runs the type checker, the linter with the import rules, the checks for unused code and
 * formatting, and the unit tests.
 */
import { run, tool } from './support/processes.mjs'

const quickChecks = [
  { name: 'types', command: [...tool('typescript', 'bin/tsc'), '--noEmit'] },
  { name: 'lint', command: [...tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'unused', command: [...tool('knip', 'bin/knip.js'), '--no-config-hints'] },
  { name: 'format', command: [...tool('oxfmt', 'bin/oxfmt'), '--list-different'] },
]
const unitTests = [...tool('vitest', 'vitest.mjs'), 'run', '--project', 'unit', '--reporter=dot']

export async function runQuickChecks() {
  const outcome: Record<'passed' | 'failed', string[]> = { passed: [], failed: [] }
  await Promise.all(
    quickChecks.map(async ({ name, command }) => {
      const isFine = (await run(command)) === 0
      console.log(`${isFine ? '✓' : '✗'} ${name}`)
      outcome[isFine ? 'passed' : 'failed'].push(name)
    }),
  )
  return outcome
}

export async function check() {
  const { failed } = await runQuickChecks()
  if ((await run(unitTests)) !== 0) failed.push('unit tests')
  console.log(failed.length === 0 ? 'All checks passed' : `Failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
