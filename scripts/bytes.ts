/**
 * `npm run bytes`: checks each screen's initial JavaScript, gzipped, against a budget in KiB. Counts the entry, the
 * page, the app frame, and all their static imports.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pageTable } from '#contract/pages.ts'
import { readArguments } from './support/arguments.mjs'

const budgetKiB = 180
/** The budget for /login and /register, which are the first pages that new users see. */
const signInBudgetKiB = 130
const landingBudgetKiB = 14

const usage = `npm run bytes [-- FOLDER]

  FOLDER   the built browser app (dist/web)`

const dist = readArguments(usage, { operands: 1, read: (_, [folder = 'dist/web']) => folder })
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  { file: string; imports?: string[] }
>
let passed = 0
let failed = 0

for (const { path, access, module } of Object.values(pageTable)) {
  const frame = access === 'anyone' ? [] : ['web/shell/AppShell.tsx']
  const files = filesOf(['index.html', ...frame, `web/${module}`])
  const size = [...files].reduce((sum, file) => sum + gzipKiB(readFileSync(join(dist, file))), 0)
  const budget = /^\/(login|register)$/.test(path) ? signInBudgetKiB : budgetKiB
  report(size <= budget, `${path.padEnd(18)} ${kiB(size)} of ${budget} KiB in ${files.size} files`)
}

const landing = readFileSync(join(dist, 'landing.html'), 'utf8')
const landingSize = gzipKiB(landing)
report(
  !/<script[^>]*\ssrc=/.test(landing) && landingSize <= landingBudgetKiB,
  `landing page       ${kiB(landingSize)} of ${landingBudgetKiB} KiB, without a script file`,
)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function filesOf(modules: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (module: string) => {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`The build has no ${module}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return files
}

function gzipKiB(content: string | Buffer) {
  return gzipSync(content, { level: 9 }).length / 1024
}

function kiB(size: number) {
  return size.toFixed(1).padStart(5)
}

function report(isWithin: boolean, line: string) {
  if (isWithin) passed += 1
  else failed += 1
  console.log(`${isWithin ? 'ok  ' : 'OVER'} ${line}`)
}
