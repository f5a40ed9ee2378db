/**
 * Runs sqlmap, wapiti, and slowhttptest on the built app (`npm run scan`). Returns exit code 1 if there are findings
 * that docs/security-scans.md doesn't explain.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from '#scripts/support/arguments.mjs'
import { startSampleProduct } from '#test/support/product.ts'
import type { Bench, Budget, Row } from './bench.ts'
import { runSlowhttptest } from './slowhttptest.ts'
import { runSqlmap } from './sqlmap.ts'
import { readTargets } from './targets.ts'
import { runWapiti } from './wapiti.ts'

const usage = `npm run scan -- [--quick | --whole]

  --quick   takes three minutes, and tests fewer inputs
  --whole   takes up to two hours, and tests every input completely`

const { isQuick, isWhole } = readArguments(usage, {
  options: {
    quick: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
  read: ({ quick, whole }) => ({ isQuick: quick, isWhole: whole }),
})

function budgetOf(): Budget {
  if (isQuick) return { sqlmap: 70, sqlmapInput: 25, wapiti: 40, slowhttptest: 12 }
  const budget = { sqlmap: 420, sqlmapInput: 60, wapiti: 200, slowhttptest: 45 }
  return isWhole ? { ...budget, sqlmap: 7200, sqlmapInput: 1200 } : budget
}

async function main(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-scan-'))
  const product = await startSampleProduct()
  const rows: Row[] = []
  try {
    const { address, dataDir, admin, sampleLender } = product
    const people = { admin, sampleLender }
    const targets = await readTargets(address, people)
    const budget = budgetOf()
    const bench: Bench = { address, dataDir, people, targets, folder, budget, isQuick, isWhole }
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
  console.log(`\n${summarize(found, unseen)}`)
  if (unseen > 0)
    console.log(
      `Time ran out before ${unseen} inputs were tested completely, so the results don't cover them.`,
    )
  if (unseen > 0 && !isWhole) console.log('To test every input completely: npm run scan -- --whole')
  return found === 0 ? 0 : 1
}

/** An error in the log is a finding, whatever the scanners report. */
function ownErrors(output: () => string): Row {
  const lines = output().split('\n')
  const errors = lines.filter((line) => /^\{"level":"(error|fatal)"/.test(line))
  for (const line of errors.slice(0, 10)) console.log(`The product logged: ${line}`)
  const seen = 'every line'
  return { tool: 'the log', what: 'errors', seen, explained: 0, found: errors.length }
}

function print(rows: Row[]): void {
  const lines = [
    ['scanner', 'what', 'how much', 'explained', 'unexplained'],
    ...rows.map((row) => [row.tool, row.what, row.seen, `${row.explained}`, `${row.found}`]),
  ]
  const widthOf = (column: number) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0))
  console.log()
  for (const cells of lines)
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
}

function summarize(found: number, unseen: number): string {
  const page = 'docs/security-scans.md'
  if (found > 0) return `Unexplained findings: ${found}. ${page} explains the accepted ones.`
  if (unseen > 0)
    return `No unexplained findings in what was tested. ${page} explains the accepted ones.`
  return `No unexplained findings. ${page} explains the accepted ones.`
}

process.exitCode = await main()
