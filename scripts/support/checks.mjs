/** The quick checks: types, lint with the import rules, unused code, format. */
import { run, tool } from './run.mjs'

const checks = [
  { name: 'types', command: [...tool('typescript', 'bin/tsc'), '--noEmit'] },
  { name: 'lint', command: [...tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'unused', command: [...tool('knip', 'bin/knip.js'), '--no-config-hints'] },
  { name: 'format', command: [...tool('oxfmt', 'bin/oxfmt'), '--list-different'] },
]

/** Runs the checks concurrently; returns the names of those that passed and failed. */
export async function runChecks() {
  const outcome = { passed: [], failed: [] }
  await Promise.all(
    checks.map(async ({ name, command }) => {
      const isFine = (await run(command)) === 0
      console.log(`${isFine ? '✓' : '✗'} ${name}`)
      outcome[isFine ? 'passed' : 'failed'].push(name)
    }),
  )
  return outcome
}
