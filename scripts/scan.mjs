/** `npm run scan`: sqlmap, wapiti and slowhttptest against the built product; `-- --quick` in three minutes, `-- --whole` for hours. */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const path = await import('node:path')
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { startProduct } = await import('./support/product.mjs')
const { readTargets } = await import('./support/scan-targets.mjs')
const { runSlowhttptest } = await import('./support/scan-slow.mjs')
const { runSqlmap } = await import('./support/scan-sqlmap.mjs')
const { runWapiti } = await import('./support/scan-wapiti.mjs')

const isQuick = process.argv.includes('--quick')
/** However long it takes: every input to its end. */
const isWhole = process.argv.includes('--whole')
/** In seconds: how long each scanner may go on, and how long sqlmap at one input. */
const budget = isQuick
  ? { sqlmap: 70, sqlmapInput: 25, wapiti: 40, slowhttptest: 12 }
  : { sqlmap: 420, sqlmapInput: 60, wapiti: 200, slowhttptest: 45 }
if (isWhole) Object.assign(budget, { sqlmap: 7200, sqlmapInput: 1200 })

/** Each row: who looked, at what, how much of it, and what was found that nobody has explained. */
function print(rows) {
  const heads = { tool: 'scanner', what: 'what', seen: 'how much', explained: 'explained' }
  const all = [{ ...heads, found: 'unexplained' }, ...rows]
  const widths = Object.keys(all[0]).map((key) =>
    Math.max(...all.map((row) => `${row[key]}`.length)),
  )
  console.log()
  for (const row of all)
    console.log(
      Object.keys(all[0])
        .map((key, index) => `${row[key]}`.padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    )
}

/** Whatever a scanner thinks of it, an answer of 500 is a finding. */
function ownErrors(output) {
  const lines = output().split('\n')
  const errors = lines.filter((line) => /^\{"level":"(error|fatal)"/.test(line))
  for (const line of errors.slice(0, 10)) console.log(`The product logged: ${line}`)
  const seen = 'everything it logged'
  return { tool: 'its log', what: 'errors', seen, explained: 0, found: errors.length }
}

await ensureDependencies()
await ensureBuilt()
const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-scan-'))
const product = await startProduct()
const rows = []
try {
  const { address, dataDir, admin, sampleLender } = product
  const people = { admin, sampleLender }
  const targets = await readTargets(address, people)
  const bench = { address, dataDir, people, targets, folder, budget, isQuick, isWhole }
  rows.push(...(await runSqlmap(bench)))
  rows.push(...(await runWapiti(bench)))
  rows.push(...(await runSlowhttptest(bench)))
  rows.push(ownErrors(product.output))
} finally {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
print(rows)
const found = rows.reduce((sum, row) => sum + row.found, 0)
const unseen = rows.reduce((sum, row) => sum + (row.unseen ?? 0), 0)
console.log(
  found > 0
    ? `\n${found} unexplained; what may stand is explained in docs/security-scans.md.`
    : unseen > 0
      ? '\nIn what was looked at, nothing was found that docs/security-scans.md does not explain.'
      : '\nNothing was found that docs/security-scans.md does not explain.',
)
if (unseen > 0)
  console.log(`Time ran out before ${unseen} inputs were looked at to their end: no word on those.`)
if (unseen > 0 && !isWhole) console.log('Every input is seen by: npm run scan -- --whole')
process.exitCode = found === 0 ? 0 : 1
