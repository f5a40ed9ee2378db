/**
 * `npm run bytes`: what a browser must have fetched before each screen shows, in KiB of gzip, against its budget:
 * the entry, the page's module, the frame around it, and all that these import statically.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readArguments } from './support/arguments.mjs'

// The group of chunks that holds the frame, as web/build/chunks.ts calls it.
const shell = 'app'
const screens = [
  { route: '/login', budgetKiB: 95, modules: ['web/accounts/pages/LoginPage.tsx'] },
  { route: '/register', budgetKiB: 95, modules: ['web/accounts/pages/RegisterPage.tsx'] },
  { route: '/dashboard', budgetKiB: 120, modules: [shell, 'web/loans/pages/DashboardPage.tsx'] },
  {
    route: '/commitments',
    budgetKiB: 120,
    modules: [shell, 'web/book/pages/MyCommitmentsPage.tsx'],
  },
  { route: '/loans', budgetKiB: 120, modules: [shell, 'web/loans/pages/BrowseLoansPage.tsx'] },
  {
    route: '/loans/compare',
    budgetKiB: 120,
    modules: [shell, 'web/loans/pages/CompareLoansPage.tsx'],
  },
  { route: '/loans/:id', budgetKiB: 120, modules: [shell, 'web/loans/pages/LoanDetailPage.tsx'] },
  { route: '/receipts/:id', budgetKiB: 120, modules: [shell, 'web/book/pages/ReceiptPage.tsx'] },
  {
    route: '/verify',
    budgetKiB: 120,
    modules: ['web/shell/PublicFrame.tsx', 'web/book/pages/VerifyPage.tsx'],
  },
  { route: '/admin', budgetKiB: 130, modules: [shell, 'web/admin-panel/AdminPage.tsx'] },
]
const cssBudgetKiB = 14
const landingBudgetKiB = 14

const usage = `npm run bytes [-- FOLDER]

  FOLDER   the built browser app (dist/web)`

const dist = readArguments(usage, { operands: 1, read: (_, [folder = 'dist/web']) => folder })
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
let passed = 0
let failed = 0

for (const { route, budgetKiB, modules } of screens) {
  const { scripts, styles } = closure(['index.html', ...modules])
  const js = sum(scripts)
  const css = sum(styles)
  report(
    js <= budgetKiB && css <= cssBudgetKiB,
    `${route.padEnd(14)} js ${kiB(js)} of ${budgetKiB} KiB, css ${kiB(css)} of ${cssBudgetKiB} KiB`,
  )
}

const landing = readFileSync(join(dist, 'landing.html'), 'utf8')
const landingSize = gzipKiB(landing)
const loadedScripts = landing.match(/<script[^>]*\ssrc=/g)?.length ?? 0
report(
  loadedScripts === 0 && landingSize <= landingBudgetKiB,
  `${'/'.padEnd(14)} js ${loadedScripts} files of 0, html with css ${kiB(landingSize)} of ${landingBudgetKiB} KiB`,
)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function closure(names) {
  const seen = new Set()
  const scripts = new Set()
  const styles = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
    if (!chunk) throw new Error(`The build has no ${name}`)
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  names.forEach(visit)
  return { scripts, styles }
}

function sum(files) {
  let total = 0
  for (const file of files) total += gzipKiB(readFileSync(join(dist, file)))
  return total
}

function gzipKiB(content) {
  return gzipSync(content, { level: 9 }).length / 1024
}

function kiB(size) {
  return size.toFixed(1).padStart(5)
}

function report(isWithin, line) {
  if (isWithin) passed += 1
  else failed += 1
  console.log(`${isWithin ? 'ok  ' : 'OVER'} ${line}`)
}
